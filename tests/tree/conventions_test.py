# SPDX-License-Identifier: Apache-2.0
"""What a release says about itself agrees: versions, notices, control files of packages, notebooks, issue forms."""

import json
import re

import tree


def control_problems(name, text):
    """Fields that a Debian package needs."""
    fields = dict(re.findall(r"(?m)^([A-Z][\w-]*): (.*)$", text))
    for field in ("Package", "Version", "Architecture", "Maintainer", "Depends", "Section", "Priority", "Description"):
        if field not in fields:
            yield f"{name}: no field {field}"
    if fields.get("Package") != name:
        yield f"{name}: is called {fields.get('Package')}"
    if len(fields.get("Description", "")) > 80:
        yield f"{name}: the first line of the description is too long"
    known = {"version", "architecture", "maintainer", "size", "libraries"}
    for word in set(re.findall(r"@(\w+)@", text)) - known:
        yield f"{name}: scripts/package does not replace @{word}@"


def main():
    tree.expect(list(control_problems("x", "Package: y\n@z@\n")), "a bad control file is not seen")
    problems = []
    version = re.search(r"project\(lariat VERSION (\S+)", tree.read("CMakeLists.txt"))[1]
    cited = re.search(r"(?m)^version: (\S+)$", tree.read("CITATION.cff"))
    if not cited or cited[1] != version:
        problems.append(f"CITATION.cff: the version is not {version}")
    notices = tree.read("NOTICES.md").lower()
    for package, word in (("libfmt-dev", "fmt"), ("libcli11-dev", "cli11"), ("nlohmann-json3-dev", "json for modern c++"),
                          ("libxxhash-dev", "xxhash"), ("libllvm19", "llvm"), ("pybind11-dev", "pybind11")):
        if package in tree.read("scripts/setup") and f"[{word}]" not in notices:
            problems.append(f"NOTICES.md does not name {word}")
    controls = [p for p in tree.files() if p.suffix == ".control"]
    tree.expect(len(controls) == 3, "control files")
    for path in controls:
        problems += control_problems(path.stem, tree.read(path))
    for path in tree.files():
        if path.suffix == ".ipynb":
            cells = json.loads(tree.read(path))["cells"]
            if any(cell.get("outputs") for cell in cells):
                problems.append(f"{path}: saved with outputs")
    names = {str(p) for p in tree.files()}
    for name in (".editorconfig", "SECURITY.md", "NOTICES.md", "Containerfile", ".github/ISSUE_TEMPLATE/bug.yml"):
        if name not in names:
            problems.append(f"{name} is missing")
    tree.finish(problems, f"version {version}, {len(controls)} packages")


main()
