# SPDX-License-Identifier: Apache-2.0
"""scripts/setup is complete: on a plain Debian 12 it installs all that the build and the scripts of the tree use.

Used is: every header that a compiler read (ninja -t deps), every file outside the tree that build.ninja names (libraries,
CMake packages), every shared library that a built program loads (ldd), every command that a script calls. Each must belong
to a package that scripts/setup names, to one that those depend on, or to one that every Debian has. All of it is computed
from what dpkg knows of this machine.
"""

import os
import re
import shutil
import subprocess

import tree

SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"
# Called by CMake, by presets, by tests; the commands of the scripts are read off them.
MORE_TOOLS = {"bash", "c++", "clang++", "clang-format", "cmake", "ctest", "dot", "git", "ninja", "python3", "spin", "timeout"}
# Not ours to install: without the first there is nothing to install with, and scripts/setup says when the second is missing.
NOT_NEEDED = {"apt-get", "sudo"}
# Read by CMake where it is there; GTest's package includes it as OPTIONAL.
OPTIONAL = re.compile(r"/GTest/GMock[^/]*\.cmake$")


def output(*command):
    return subprocess.run(command, text=True, capture_output=True).stdout


class Packages:
    """The installed packages and what they depend on."""

    def __init__(self, rows):
        """rows: (name, essential, priority, dependencies, provides), the last two as dpkg writes them."""
        self.depends = {}
        self.plain = set()
        self.providers = {}
        for name, essential, priority, dependencies, provides in rows:
            self.depends.setdefault(name, []).extend(self.parse(dependencies))
            if essential == "yes" or priority == "required":
                self.plain.add(name)
            for provided in self.parse(provides):
                self.providers.setdefault(provided[0], set()).add(name)

    @classmethod
    def installed(cls):
        fields = ("Package", "Essential", "Priority", "Pre-Depends", "Depends", "Provides", "db:Status-Status")
        rows = []
        for line in output("dpkg-query", "-W", "-f", "\t".join("${%s}" % f for f in fields) + "\n").splitlines():
            name, essential, priority, pre, depends, provides, status = line.split("\t")
            if status == "installed":
                rows.append((name, essential, priority, f"{pre}, {depends}", provides))
        return cls(rows)

    @staticmethod
    def parse(text):
        """`a (>= 1) | b:any, c [amd64]` as [[a, b], [c]]. Versions hold already: dpkg installed what is installed."""
        clauses = [[re.sub(r"[\s(:\[<].*", "", one.strip()) for one in clause.split("|")] for clause in text.split(",")]
        return [[name for name in clause if name] for clause in clauses if clause != [""]]

    def closure(self, names):
        """These packages, those of a plain Debian, and all that they depend on."""
        found = {name for name in names if name in self.depends} | self.plain
        waiting = sorted(found)
        while waiting:
            for clause in self.depends[waiting.pop()]:
                # apt installs the first alternative that exists, unless another one is installed already.
                options = [p for name in clause for p in [name, *sorted(self.providers.get(name, ()))] if p in self.depends]
                if options and not found.intersection(options):
                    found.add(options[0])
                    waiting.append(options[0])
        return found


def spellings(path):
    """The names under which dpkg may know a file: along its links, with and without /usr, links of folders resolved."""
    found = []
    path = os.path.normpath(path)
    for _ in range(10):
        for name in (path, os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))):
            for spelling in (name, "/usr" + name, name.removeprefix("/usr")):
                if spelling not in found and spelling.startswith("/"):
                    found.append(spelling)
        if not os.path.islink(path):
            break
        path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
    return found


def owners(paths):
    """{path: the packages that hold it}, empty where none does."""
    candidates = {path: spellings(path) for path in paths}
    everything = sorted({s for all_spellings in candidates.values() for s in all_spellings})
    held = {}
    for line in output("dpkg-query", "-S", *everything).splitlines():
        names, _, path = line.partition(": ")
        if not line.startswith("diversion by"):
            held.setdefault(path, set()).update(name.split(":")[0] for name in names.split(", "))
    return {path: next((held[s] for s in candidates[path] if s in held), set()) for path in paths}


def outside(paths):
    """The files that are neither in the tree nor in the build."""
    inside = tuple(str(folder) + "/" for folder in (tree.ROOT, tree.BUILD))
    return {os.path.normpath(p) for p in paths if p.startswith("/") and not p.startswith(inside)}


def headers(folder="", without=None):
    """The headers that the compiler read for the objects in this folder of the build, but for those in the folder `without`."""
    found, inside = set(), False
    for line in output("ninja", "-C", str(tree.BUILD), "-t", "deps").splitlines():
        if not line.startswith(" "):
            inside = line.startswith(folder) and not (without and line.startswith(without))
        elif inside:
            found.add(line.strip())
    return outside(found)


def named_by_build():
    words = re.split(r"[\s:|=]+", (tree.BUILD / "build.ninja").read_text(encoding="utf-8").replace("$ ", "\0"))
    return {p for p in outside(words) if os.path.isfile(p) and p.startswith(("/usr/", "/lib", "/opt/", "/etc/"))
            and not OPTIONAL.search(p)}


def programs():
    """The programs of the build, by its own account: what deleted sources left behind does not count."""
    targets = output("ninja", "-C", str(tree.BUILD), "-t", "targets", "all")
    found = [str(tree.BUILD / name) for name in re.findall(r"(?m)^(\S+): CXX_EXECUTABLE_LINKER", targets)]
    tree.expect(found, "programs of the build are not seen")
    return [path for path in found if os.path.isfile(path)]


def shared_libraries(paths):
    libraries = re.compile(r"(?:=> |^\s+)(/\S+)", re.MULTILINE)
    return outside({library for path in paths for library in libraries.findall(output("ldd", path))})


def commands_in(script):
    """The words that stand where a command is expected. Not a shell parser: builtins and functions come along."""
    text = re.sub(r"(?m)(^|\s)#.*$", "", script).replace("\\\n", " ")
    text = re.sub(r"\w\+?=\([^)]*\)", "", text)  # the words of a list are no commands
    return set(re.findall(r"""(?mx) (?: ^ | [;|&({`] | \$\( ) \s*
                                    (?: (?: if | elif | then | else | do | while | until | exec | env | ! | [A-Z_]+=\S* ) \s+ )*
                                    ( [a-z] [\w+.-]* ) (?= [\s;)] | $ )""", text))


def tools(scripts, more):
    """The paths of the commands that these scripts call, and of these more; functions and builtins are no files."""
    names = set().union(*(commands_in(tree.read(p)) for p in scripts))
    builtins = set(output("bash", "-c", "compgen -bk").split())
    found = {n: shutil.which(n, path=SYSTEM_PATH) for n in (names - builtins | more) - NOT_NEEDED}
    absent = sorted(n for n in more if not found[n])
    if absent:
        tree.skip("not on this machine, run scripts/setup: " + " ".join(absent))
    return {path for path in found.values() if path}


def problems(listed, packages, held):
    """The files that are missing on a machine with only the listed packages."""
    present = packages.closure(listed)
    missing = [f"scripts/setup names {name}, which is not installed" for name in listed if name not in packages.depends]
    for path, names in sorted(held.items()):
        if not names:
            missing.append(f"{path}: belongs to no package")
        elif not names & present:
            missing.append(f"{path}: from {' or '.join(sorted(names))}, which scripts/setup does not install")
    return missing


def self_test():
    packages = Packages([("base", "yes", "", "", ""), ("r", "", "required", "q (>= 1), absent | c", ""), ("q", "", "", "", ""),
                         ("c", "", "", "", ""), ("d", "", "", "", ""), ("a", "no", "optional", "d:any | q2, c | e, v", ""),
                         ("e", "", "", "", ""), ("p", "", "optional", "", "v (= 2), w")])
    plain = {"base", "r", "q", "c"}
    tree.expect(packages.closure([]) == plain, "what every Debian has")
    tree.expect(packages.closure(["a"]) == plain | {"a", "d", "p"}, "alternatives and provided names")
    words = commands_in("if ! foo --x; then bar | baz; fi # qux\nA=1 exec quux\nx=$(corge y) || grault\n")
    tree.expect({"foo", "bar", "baz", "quux", "corge", "grault"} <= words, "commands of a script")
    tree.expect(not {"qux", "x", "y"} & words, "words of a script that are no commands")


def main():
    if not shutil.which("dpkg-query"):
        tree.skip("no dpkg here")
    if not (tree.BUILD / "build.ninja").is_file():
        tree.skip("this build does not use ninja")
    self_test()
    packages = Packages.installed()
    setup = str(tree.ROOT / "scripts" / "setup")

    # For everything: all scripts, the whole build.
    listed = output(setup, "--list").split()
    used = headers() | named_by_build() | shared_libraries(programs()) | tools(tree.scripts(), MORE_TOOLS)
    held = owners(used)
    found = problems(listed, packages, held)

    # For the program alone: the objects of src/ except those of lariat-mpi, the program, and ./lariat.
    listed_for_program = output(setup, "--list", "build").split()
    tree.expect(set(listed_for_program) < set(listed), "scripts/setup --list build")
    program = [p for p in programs() if p.endswith("/bin/lariat")]
    used_by_program = headers("src/", without="src/CMakeFiles/lariat_mpi.dir/") | shared_libraries(program)
    used_by_program |= tools(["lariat", "scripts/setup"], {"bash", "c++", "cmake", "ninja"})
    found += [f"for the program alone: {line}" for line in problems(listed_for_program, packages, owners(used_by_program))]

    # For the packages: that, the Python module, and scripts/package.
    listed_for_packages = output(setup, "--list", "package").split()
    tree.expect(set(listed_for_program) < set(listed_for_packages) < set(listed), "scripts/setup --list package")
    used_by_packages = used_by_program | headers("python/") | tools(["scripts/package"], {"dpkg-shlibdeps", "file", "git", "lintian"})
    found += [f"for scripts/package: {line}" for line in problems(listed_for_packages, packages, owners(used_by_packages))]

    # The check must notice what is dropped: each of these is used for sure.
    for dropped, trace in (("libfmt-dev", "/fmt/format.h"), ("libgtest-dev", "/gtest/gtest.h"), ("ninja-build", "/ninja"),
                           ("cmake", "/cmake"), ("clang-format", "/clang-format")):
        lacking = problems([name for name in listed if name != dropped], packages, held)
        tree.expect(any(f"{trace}: from " in line and dropped in line for line in lacking), f"nobody misses {dropped}")
    tree.finish(found, f"{len(used)} files, {len(used_by_program)} of them for the program; {len(listed)} packages")


main()
