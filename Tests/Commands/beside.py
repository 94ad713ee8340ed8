"""Builds the package of this folder out of what a build of swift-mdoc has left: beside.py PROGRAMS [-c debug|release]

In place of `swift build`, which for a package of one's own builds all that swift-mdoc needs once more. SwiftPM reads the manifest; the products
that its programs name are there; sources are compiled as they are, without a warning, and linked. Which objects a program needs by its manifest
is not looked at: it is linked with all of a provider's. PROGRAMS is the folder that `swift build --show-bin-path` names.
"""
import json
import pathlib
import re
import subprocess
import sys

# It has all that a provider and its app may name.
WHOLE = "wallet-provider"


def module_maps(programs):
    """The maps of C modules that Swift modules of the build mention: those SwiftPM wrote, and those of packages that bring their own."""
    build = programs.parent.parent
    return [*programs.glob("*.build/module.modulemap"), *build.glob("checkouts/*/Sources/*/include/module.modulemap"),
            *build.parent.glob("Sources/*/module.modulemap")]


def main():
    programs, options = pathlib.Path(sys.argv[1]), sys.argv[2:] or ["-c", "debug"]
    if options not in (["-c", "debug"], ["-c", "release"]):
        sys.exit(f"{' '.join(options)}: only -c debug and -c release are known here")
    package = json.loads(subprocess.run(["swift", "package", "dump-package"], check=True, stdout=subprocess.PIPE).stdout)
    [path] = [place["path"] for dependency in package["dependencies"] for place in dependency["fileSystem"]]
    products = set(re.findall(r'\.library\(name: "(\w+)"', pathlib.Path(path, "Package.swift").read_text(encoding="utf-8")))
    headers = subprocess.run(["pkg-config", "--cflags-only-I", "p11-kit-1"], check=True, capture_output=True, text=True).stdout.split()
    clang = [*(f"-fmodule-map-file={file}" for file in module_maps(programs)), *headers]
    out = pathlib.Path(".build", options[1])
    out.mkdir(parents=True, exist_ok=True)
    for target in package["targets"]:
        named = {dependency["product"][0] for dependency in target["dependencies"]}
        if named - products:
            sys.exit(f"{target['name']} names what swift-mdoc has not: {', '.join(sorted(named - products))}")
        subprocess.run(
            ["swiftc", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-module-name", target["name"], "-I", programs / "Modules",
             *(word for option in clang for word in ("-Xcc", option)), *sorted(pathlib.Path("Sources", target["name"]).glob("*.swift")),
             f"@{programs / WHOLE}.product/Objects.LinkFileList", "-lz", "-lp11-kit", "-lstdc++", "-o", out / target["name"]], check=True)


if __name__ == "__main__":
    main()
