#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the packages of scripts/package on a fresh Debian 12, uses them as a newcomer would, and removes them again.

    scripts/package && tests/campaigns/debian_packages.py

A minimal Debian is made with debootstrap in the folder `base` of --folder, from the mirrors that apt uses here; it is used
again by the next call. The packages are tried in a copy of it, which has no compiler: a model checked by native code, manual
pages, completion in bash, the Python module. Then apt removes them, and the files that are there are those that were there
before. At last the archive is unpacked, moved and run. --development also builds an example with liblariat-dev.

Needs root and debootstrap; exit code 77 says that something is missing. Takes two minutes, later half a minute."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITE = "bookworm"
# What a user has beside the packages: a pager for manuals, completion, a terminal's shell.
TOOLS = ["bash-completion", "man-db"]
# Written by apt, dpkg, ldconfig and man themselves, whatever is installed.
NOT_COMPARED = re.compile(r"^(proc|sys|dev|run|tmp|home|root|var/(cache|log|backups)|var/lib/(apt|dpkg)|etc/ld\.so\.cache)(/|$)")
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8", "TERM": "dumb",
               "DEBIAN_FRONTEND": "noninteractive"}
USER = "1000:1000"
MODELS = "/usr/share/lariat/models"


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def expect(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    expect(done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


def sources():
    """The lines of sources.list for the suite, as apt has them here."""
    listed = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(ORIGIN) $(COMPONENT)", "Created-By: Packages")
    rows = [line.split() for line in listed.splitlines()]
    rows = [row for row in rows if len(row) == 4 and row[1].startswith(SUITE) and row[2] == "Debian" and row[3] == "main"]
    if not any(row[1] == SUITE for row in rows):
        skip(f"apt knows no mirror of Debian {SUITE} here")
    return dict.fromkeys(f"deb {address} {suite} {part}" for address, suite, _, part in rows)


class System:
    """A Debian in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *command, user=False, code=0, **options):
        """Runs a command there, with a /proc of its own, as root or as a user; returns both outputs."""
        inside = ["chroot", *(["--userspec", USER] if user else []), str(self.folder), *map(str, command)]
        done = subprocess.run(["unshare", "--mount", "--pid", "--fork", f"--mount-proc={self.folder}/proc", *inside], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              env={**ENVIRONMENT, "HOME": "/home/user" if user else "/root"}, **options)
        expect(done.returncode == code, f"`{' '.join(map(str, command))}` ended with {done.returncode}:\n{done.stdout[-4000:]}")
        return done.stdout

    def shell(self, text, **options):
        return self.run("bash", "-c", text, **options)

    def apt(self, *command):
        return self.run("apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0", "-o", "APT::Sandbox::User=root", *command)

    def files(self):
        """The names of all files and folders, but for those that apt and dpkg keep for themselves."""
        found = set()
        for folder, folders, names in os.walk(self.folder):
            place = os.path.relpath(folder, self.folder)
            here = [os.path.normpath(os.path.join(place, name)) for name in folders + names]
            found.update(name for name in here if not NOT_COMPARED.match(name))
            folders[:] = [name for name in folders if not NOT_COMPARED.match(os.path.normpath(os.path.join(place, name)))]
        return found


def make_base(folder):
    """The minimal Debian, with the tools of a user. It is made under another name, so that it is whole if it is there."""
    if folder.is_dir():
        return
    lines = sources()
    mirror = next(line.split()[1] for line in lines if line.split()[2] == SUITE)
    fresh = folder.with_suffix(".part")
    shutil.rmtree(fresh, ignore_errors=True)
    print(f"debootstrap {SUITE} ...", flush=True)
    run("debootstrap", "--variant=minbase", SUITE, fresh, mirror)
    (fresh / "etc/apt/sources.list").write_text("\n".join(lines) + "\n", encoding="utf-8")
    shutil.copy("/etc/resolv.conf", fresh / "etc/resolv.conf")
    system = System(fresh)
    system.apt("update")
    system.apt("install", *TOOLS)
    system.run("useradd", "--create-home", "user")
    fresh.rename(folder)


def try_program(system):
    version = system.run("lariat", "--version", user=True)
    print(version, end="")
    expect(re.search(r"(?m)^lariat \d+\.\d+", version) and "LLVM" in version, "the version")
    for name in ("lariat", "lariat-check"):
        page = system.run("man", "-P", "cat", name, user=True)
        expect("SYNOPSIS" in page and "OPTIONS" in page, f"man {name}: {page[:300]}")
    checked = json.loads(system.run("lariat", "check", f"{MODELS}/promela/peterson.pml", "--property", "mutual_exclusion", "--engine",
                                    "native", "--json", user=True))
    expect(checked["engine"]["name"] == "native", f"the engine: {checked['engine']}")
    expect(checked["properties"][0]["verdict"] == "holds", "the verdict of peterson.pml")
    system.run("lariat", "check", f"{MODELS}/dve/hyman.dve", "--invariant", "P_0.critical + P_1.critical <= 1", user=True, code=1)
    documents = system.run("dpkg", "-L", "lariat").split()
    for name in ("copyright", "changelog.gz", "NOTICES.md", "README.md", "docs/cli.md"):
        expect(any(path.startswith("/usr/share/doc/lariat/") and path.removesuffix(".gz").endswith(name.removesuffix(".gz"))
                   for path in documents), f"no {name} in the package")


def complete(system, *words):
    """What bash offers for the last word, after bash-completion has found the script by itself."""
    text = (". /usr/share/bash-completion/bash_completion; _completion_loader lariat; f=$(complete -p lariat); f=${f##*-F }; "
            f"COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}; "
            'COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}; ${f%% *}; printf "%s\\n" "${COMPREPLY[@]}"')
    return system.shell(text, user=True).split()


def try_completion(system):
    expect(complete(system, "lariat", "che") == ["check"], "completion of commands")
    offered = complete(system, "lariat", "check", "--m")
    expect("--max-states" in offered and "--minimize" in offered, f"completion of options: {offered}")
    expect("ndfs" in " ".join(complete(system, "lariat", "check", "--algorithm", "")), "completion of algorithms")
    offered = complete(system, "lariat", "check", f"{MODELS}/promela/peterson.pml", "--property", "mu")
    expect(offered == ["mutual_exclusion"], f"completion of names of properties: {offered}")


def try_python(system):
    text = f"""import lariat
model = lariat.load("{MODELS}/promela/peterson.pml")
print(model.check(property="mutual_exclusion", engine="native").verdict, lariat.Formula("G F p").equivalent("!F G !p"))
class Clock(lariat.System):
    def initial(self): return [0]
    def successors(self, hour): return [(hour + 1) % 12]
print(Clock().check(invariant=lambda hour: hour < 12).verdict, model.graph().arrays()[1].dtype)
print(lariat.version_text().splitlines()[0])"""
    answer = system.run("python3", "-c", text, user=True)
    expect(answer.startswith("holds True\nholds uint"), f"python3: {answer}")
    expect(answer.splitlines()[2] == system.run("lariat", "--version").splitlines()[0], "versions of the module and of the program")


def try_archive(system, archive):
    """Unpacked, moved, and run without the packages."""
    run("tar", "-C", system.folder / "opt", "-xzf", archive)
    name = archive.name.removesuffix(".tar.gz")
    (system.folder / "opt" / name).rename(system.folder / "srv" / "moved")
    checked = system.run("/srv/moved/bin/lariat", "check", "/srv/moved/share/lariat/models/promela/peterson.pml", "--property",
                         "mutual_exclusion", user=True)
    expect("holds" in checked, f"the archive: {checked}")
    shutil.rmtree(system.folder / "srv" / "moved")


def try_development(system, packages):
    system.apt("install", packages["liblariat-dev"])
    shutil.copytree(ROOT / "examples" / "own_system", system.folder / "tmp" / "own_system")
    system.run("cmake", "-S", "/tmp/own_system", "-B", "/tmp/built")
    system.run("cmake", "--build", "/tmp/built")
    print(system.run("/tmp/built/own_system").splitlines()[0])


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", type=pathlib.Path, default=ROOT / "build/package/out", metavar="FOLDER", help="what scripts/package made")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/debian", metavar="FOLDER", help="for the Debian")
    parser.add_argument("--development", action="store_true", help="also build an example with liblariat-dev (needs a compiler there)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    if os.geteuid() != 0:
        skip("needs root")
    for tool in ("debootstrap", "unshare", "apt-get"):
        if not shutil.which(tool):
            skip(f"no {tool}")
    files = {path.name.split("_")[0]: path for path in options.packages.glob("*.deb")}
    if set(files) != {"lariat", "liblariat-dev", "python3-lariat"}:
        skip(f"no packages in {options.packages}: call scripts/package first")
    options.folder.mkdir(parents=True, exist_ok=True)
    make_base(options.folder / "base")
    shutil.rmtree(options.folder / "root", ignore_errors=True)
    run("cp", "-a", options.folder / "base", options.folder / "root")
    system = System(options.folder / "root")
    system.apt("update")
    for path in files.values():
        shutil.copy(path, system.folder / "tmp")
    packages = {name: f"/tmp/{path.name}" for name, path in files.items()}
    if not options.development:
        del packages["liblariat-dev"]
    # What they need comes first, so that files which Debian's packages leave behind are not taken for theirs.
    needed = [line.split()[1] for line in system.apt("-s", "install", *packages.values()).splitlines() if line.startswith("Inst ")]
    expect("libllvm19" in needed, "LLVM is not recommended")
    system.apt("install", *(name for name in needed if name not in files), *(["g++", "cmake", "make"] if options.development else []))
    before = system.files()

    for compiler in ("cc", "gcc", "c++", "clang"):
        expect(options.development or not os.path.lexists(system.folder / "usr/bin" / compiler), f"{compiler} is installed")
    print("apt install", pathlib.Path(packages["lariat"]).name, flush=True)
    system.apt("install", packages["lariat"])
    try_program(system)
    try_completion(system)
    print("apt install", pathlib.Path(packages["python3-lariat"]).name, flush=True)
    system.apt("install", packages["python3-lariat"])
    try_python(system)
    if options.development:
        try_development(system, packages)
    print("apt purge", flush=True)
    system.apt("purge", *packages)
    left = sorted(system.files() - before)
    gone = sorted(before - system.files())
    expect(not left and not gone, f"after removal there are {len(left)} files that were not there, as {left[:20]}; not there any more: {gone[:20]}")
    try_archive(system, next(options.packages.glob("*.tar.gz")))
    shutil.rmtree(system.folder)
    print("installed, used, removed: nothing is left")


main()
