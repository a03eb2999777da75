"""Extracts the public symbols of the package's modules, for Scripts/check-api and Scripts/check-docs.

A *graph* here is a symbol graph of the compiler, read from its JSON: symbols, and relationships between them.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = sorted({path.relative_to(ROOT / "Sources").parts[0] for path in (ROOT / "Sources").glob("*/**/*.swift")})
WORK = ROOT / ".build/symbols"


def output(*command):
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{ran.stdout}{ran.stderr}`{' '.join(map(str, command))}` failed")
    return ran.stdout.strip()


def build():
    """Builds the modules, and returns a function that extracts their symbol graphs."""
    if sys.platform != "linux":
        sys.exit("This works on Linux only: elsewhere the modules have other public symbols than the lists and pages name.")
    for module in MODULES:
        output("swift", "build", "--quiet", "--target", module)
    products = output("swift", "build", "--show-bin-path")
    return extractor(f"{products}/Modules", f"{products}/CResolverPlatform.build/module.modulemap")


def extractor(modules, platform):
    """Returns a function that extracts the symbol graphs of the modules in a folder.

    The modules use the C module of the module map `platform`.
    """
    target = json.loads(output("swift", "-print-target-info"))
    libraries = [path for path in pathlib.Path(target["paths"]["runtimeResourcePath"]).glob("*/testing")]

    def extract(module, folder, *options):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        output(
            "swift-symbolgraph-extract", "-module-name", module, "-target", target["target"]["triple"],
            "-I", modules, "-Xcc", f"-fmodule-map-file={platform}", *(word for path in libraries for word in ("-I", path)),
            "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder, *options,
        )  # fmt: skip
        return {path.name.removesuffix(".symbols.json"): json.loads(path.read_text()) for path in folder.glob("*.json")}

    return extract


def own(extract, module):
    """Returns the graphs of what a module declares, including its extensions of other modules' types."""
    return extract(module, WORK / module / "own", "-omit-extension-block-symbols")


def seen(extract, module):
    """Returns the graphs of what a module's clients see: also the types that it re-exports, with its extensions of these.

    Extensions of types that are not re-exported become pages of the extended modules.
    """
    others = "-experimental-allowed-reexported-modules=" + ",".join(other for other in MODULES if other != module)
    graphs = extract(module, WORK / module / "seen", "-omit-extension-block-symbols", others)
    blocks = extract(module, WORK / module / "blocks", "-emit-extension-block-symbols")
    for other in [name.split("@")[1] for name in graphs if name != module]:
        if other in MODULES:
            complete(graphs[module], extract(other, WORK / module / other, "-omit-extension-block-symbols")[other])
    visible = roots(graphs[module])
    for name, graph in graphs.items():
        if name != module:
            merge(graph, blocks[name], visible)
    declared = {symbol["identifier"]["precise"] for graph in blocks.values() for symbol in graph["symbols"]}
    for symbol in graphs[module]["symbols"]:
        if symbol["identifier"]["precise"] not in declared:
            unlink(symbol, visible | {part for other in graphs[module]["symbols"] for part in other["pathComponents"]})
    return graphs


def complete(graph, declaring):
    """Adds members of re-exported types that the compiler leaves out: those in extensions in the types' own module."""
    symbols = {symbol["identifier"]["precise"]: symbol for symbol in declaring["symbols"]}
    known = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
    members = [relation for relation in declaring["relationships"] if relation["kind"] == "memberOf"]
    while new := [one for one in members if one["target"] in known and one["source"] not in known and one["source"] in symbols]:
        graph["symbols"] += [symbols[one["source"]] for one in new]
        graph["relationships"] += new
        known |= {one["source"] for one in new}


def roots(graph):
    return {symbol["pathComponents"][0] for symbol in graph["symbols"]}


def merge(graph, blocks, visible):
    """Joins two graphs: extensions of types that clients see are taken from `graph`, the others from `blocks`."""
    chosen = [symbol for symbol in graph["symbols"] if symbol["pathComponents"][0] in visible]
    chosen += [symbol for symbol in blocks["symbols"] if symbol["pathComponents"][0] not in visible]
    names = {symbol["identifier"]["precise"] for symbol in chosen}
    relations = [*graph["relationships"], *blocks["relationships"]]
    graph["symbols"] = chosen
    graph["relationships"] = [
        relation
        for number, relation in enumerate(relations)
        if relation["source"] in names and relation not in relations[:number]
    ]


def unlink(symbol, visible):
    """Turns links to symbols that clients do not see into plain code: the documentation has no page for them."""
    for line in symbol.get("docComment", {}).get("lines", []):
        line["text"] = re.sub(
            r"``([^`]+)``",
            lambda link: link[0] if all(part in visible for part in link[1].split("/")) else f"`{link[1].replace('/', '.')}`",
            line["text"],
        )
