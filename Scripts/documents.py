"""Reads documents for Scripts/snippets: finds their blocks of code, and checks their diffs and links."""

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Block:
    """A block of code, with the words behind its fence."""

    def __init__(self, document, line, words, hidden):
        self.document, self.line, self.hidden = document, line, hidden
        self.flags = {word for word in words if word in ("apple", "no-compile", "everywhere")}
        names = [word for word in words if word not in self.flags]
        self.name = names[0] if names else ""
        self.has_too_many_words = len(names) > 1
        self.lines = []
        self.output = None  # the block with what this one must print
        self.traps = False

    def source(self):
        return [f'#sourceLocation(file: "{self.document}", line: {self.line + 1})', *self.lines, "#sourceLocation()"]


class Findings:
    def __init__(self):
        self.lines = set()

    def add(self, document, line, text):
        self.lines.add((document, line, text))

    def sorted(self):
        return [f"{document}:{line}: {text}" for document, line, text in sorted(self.lines)]


def sections(document, findings):
    """Returns a document's Swift blocks (a list for each heading), its diffs, and its shell commands that have an output."""
    found, others = [("Top", [])], {"diff": [], "sh": []}
    block = block_before = closing = None
    for number, line in enumerate((ROOT / document).read_text().splitlines(), 1):
        if closing:
            if re.fullmatch(closing, line.rstrip()):
                block = closing = None
            elif block:
                block.lines.append(line)
            continue
        if heading := re.match(r"#{1,4} +(.*)", line):
            found.append((heading[1], []))
            block_before = None
            continue
        fence = re.match(r"( *)(`{3,}|~{3,})\s*(.*)", line)
        hidden = re.match(r"( *)(<!--)\s*(swift\b.*)", line)
        if not (opening := fence or hidden):
            continue
        kind, *words = opening[3].split() or [""]
        closing = "-->" if hidden else rf" *{opening[2]}"
        current, last, block = found[-1][1], block_before, None
        if kind == "swift" and not opening[1] and "-->" not in line:
            block = Block(document, number, words, bool(hidden))
            current.append(block)
            if block.has_too_many_words:
                findings.add(document, number, "error: a block belongs to one program")
        elif kind == "output":
            block = Block(document, number, [], False)
            block.traps = words == ["trap"]
            if last and not last.output and (block.traps or not words):
                last.output = block
            else:
                findings.add(document, number, "error: an output must follow a block of its own")
        elif kind in ("diff", "sh"):
            block = Block(document, number, [], False)
            others[kind].append(block)
        elif kind.lower().startswith("swift"):
            findings.add(document, number, "error: write the fence as ```swift, at the beginning of the line")
            if hidden and "-->" in line:
                closing = None
        block_before = block if kind in ("swift", "sh") else None
    if closing:
        findings.add(document, number, "error: a block is not closed")
    return found, others["diff"], [block for block in others["sh"] if block.output]


def shared_blocks(document, findings):
    """Returns the blocks that a document takes from others, by lines `<!-- everywhere of FILE -->`."""
    blocks = []
    for number, line in enumerate((ROOT / document).read_text().splitlines(), 1):
        if not (taken := re.fullmatch(r"<!-- everywhere of (\S+) -->", line.rstrip())):
            continue
        path = (ROOT / document).parent / taken[1]
        if not path.exists():
            findings.add(document, number, f"error: there is no {taken[1]}")
            continue
        found, _, _ = sections(os.path.relpath(path, ROOT), findings)
        blocks += [block for _, section in found for block in section if "everywhere" in block.flags]
    return blocks


def check_links(document, findings):
    """Checks that the files and headings exist that a document links to."""
    fences = re.compile(r"^( *)(`{3,}|~{3,})[^\n]*\n.*?^ *\2\s*$", re.MULTILINE | re.DOTALL)

    def prose(path):
        return fences.sub(lambda match: re.sub(r"[^\n]", "", match[0]), path.read_text())

    def anchors(path):
        titles = re.findall(r"^#+ +(.*)", prose(path), re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}

    here = ROOT / document
    for number, line in enumerate(prose(here).splitlines(), 1):
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            file, _, anchor = target.partition("#")
            path = here.parent / file if file else here
            if "://" in target:
                continue
            if not path.exists():
                findings.add(document, number, f"error: there is no {file}")
            elif anchor and anchor not in anchors(path):
                findings.add(document, number, f"error: {path.name} has no heading #{anchor}")


def check_diff(block, findings):
    """Checks a diff: the file before the change must contain the old lines of each hunk, the file after it the new lines.

    A hunk ends at `@@`, or at the next pair of files.
    """
    files, old, new = {}, [], []

    def check():
        for side, wanted in (("---", old), ("+++", new)):
            text = files.get(side, [])
            known = any(text[at : at + len(wanted)] == wanted for at in range(len(text) - len(wanted) + 1))
            if wanted and not known:
                findings.add(block.document, hunk, f"error: {names[side]} does not contain this hunk")
        old.clear()
        new.clear()

    names, hunk = {}, block.line
    for number, line in enumerate(block.lines, block.line + 1):
        if header := re.match(r"(---|\+\+\+) (\S+)", line):
            check()
            names[header[1]], path = header[2], ROOT / header[2]
            if header[2] != "/dev/null" and not path.exists():
                findings.add(block.document, number, f"error: there is no {header[2]}")
            files[header[1]] = path.read_text().splitlines() if path.is_file() else []
            hunk = number + 1
        elif line.startswith("@@"):
            check()
            hunk = number
        else:
            if line[:1] != "+":
                old.append(line[1:])
            if line[:1] != "-":
                new.append(line[1:])
    if len(files) < 2:
        findings.add(block.document, block.line, "error: a diff begins with its files, in lines --- and +++")
    check()
