"""A Sphinx extension: under each clause of a dossier, the code that cites it, the tests that name it and the broken rule that fails.

The dossiers hold none of it: it is read from the sources (`tests/proofs.py`) each time the site is built, so it is never stale.
Links lead to `source_url`, or, where that is empty, to pages of the source inside the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from docutils import nodes

from tests.proofs import ROOT, Place, Proof, read_proofs

TAGS = {
    "seed": "stated in the text that the game was built from",
    "ext": "from the wider public rules",
    "ext?": "from the wider rules, not read again in a public source",
    "house": "decided here",
}
PREFIXES = {proof.clause.ruleset: clause.partition("-")[0] for clause, proof in read_proofs().items()}
_NAMED = re.compile(r"\b[A-Z]+(?:-[A-Z0-9]+){0,2}-[A-Z]?\d+\b")


def anchor(clause: str) -> str:
    """The anchor of a clause on its dossier's page."""
    return clause.lower()


def page_of(clause: str) -> str:
    """The page that holds a clause."""
    return f"rules/{read_proofs()[clause].clause.ruleset}"


def counted(number: int, what: str) -> str:
    """A number with its noun."""
    return f"{number} {what}{'' if number == 1 else 's'}"


class Links:
    """Addresses, as seen from one page."""

    def __init__(self, app: Any, page: str):
        self.app, self.page = app, page

    def to_clause(self, clause: str) -> str:
        return f"{self.app.builder.get_relative_uri(self.page, page_of(clause))}#{anchor(clause)}"

    def to_place(self, place: Place) -> str:
        if self.app.config.source_url:
            return f"{self.app.config.source_url.rstrip('/')}/{place.path}#L{place.line}"
        return f"{self.app.builder.get_relative_uri(self.page, f'source/{place.path}')}#L{place.line}"

    def of(self, place: Place, text: str = "") -> str:
        """A link to a place in HTML: its name, and the file in which it stands."""
        folder = place.path.split("/", 2)[2] if place.path.count("/") > 1 else place.path
        name = escape(text) or f"<code>{escape(place.name)}</code>"
        return f'<a href="{escape(self.to_place(place))}">{name}</a> <span class="file">{escape(folder)}</span>'


def ruling(test: Place) -> str:
    """The name of a test as a sentence; worked examples have titles."""
    return test.name if test.path.endswith(".toml") else test.name.removeprefix("test_").replace("_", " ")


def proof_line(proof: Proof, links: Links) -> str:
    """What stands behind one clause, folded, in HTML."""
    groups = [
        ("function", [links.of(place) for place in proof.functions]),
        ("definition", [links.of(place) for place in proof.definitions]),
        ("test", [links.of(place, ruling(place)) for place in proof.tests]),
    ]
    if proof.broken:
        rule, broken = proof.broken.rule, proof.broken
        shown = f"<pre><del>{escape(broken.before)}</del>\n<ins>{escape(broken.after)}</ins></pre>"
        groups.append(("broken rule", [f"{links.of(rule)}{shown}noticed by {links.of(broken.test, ruling(broken.test))}"]))
    groups = [(what if len(entries) == 1 else f"{what}s", entries) for what, entries in groups if entries]
    summary = " · ".join(f"{len(entries)} {what}" for what, entries in groups)
    lists = "".join(f"<dt>{what}</dt><dd><ul>{''.join(f'<li>{entry}</li>' for entry in entries)}</ul></dd>" for what, entries in groups)
    if proof.reason:
        summary, lists = f"no code of its own · {summary}", f"<dt>no code of its own</dt><dd>{escape(proof.reason)}</dd>{lists}"
    return f'<details class="proof"><summary>{summary}</summary><dl>{lists}</dl></details>'


def add_proofs(app: Any, doctree: nodes.document, page: str) -> None:
    """Give every clause of a dossier its anchor and the line of what stands behind it."""
    proofs, links = read_proofs(), Links(app, page)
    for item in list(doctree.findall(nodes.list_item)):
        strong = next(iter(item.findall(nodes.strong)), None)
        clause = strong.astext() if strong else ""
        if strong is None or clause not in proofs or page_of(clause) != page or anchor(clause) in item["ids"]:
            continue
        item["ids"].append(anchor(clause))
        item["classes"].append("clause")
        strong.replace_self(nodes.reference("", "", strong.deepcopy(), refuri=f"#{anchor(clause)}", internal=True))
        item.append(nodes.raw("", proof_line(proofs[clause], links), format="html"))


def summary_of(proofs: list[Proof]) -> str:
    """How many clauses are cited, tested and known to fail when their rule is broken, by tag, as a table in HTML."""
    rows = [(f"<code>{escape(tag)}</code> {says}", [p for p in proofs if p.clause.tag == tag]) for tag, says in TAGS.items()]
    rows = [(name, chosen) for name, chosen in rows if chosen] + [("all", proofs)]
    head = "".join(f"<th>{name}</th>" for name in ("Clauses", "Number", "Cited by code", "Named by tests", "Fail when broken"))
    body = "".join(
        f"<tr><td>{name}</td><td>{len(chosen)}</td><td>{sum(bool(p.functions or p.definitions) for p in chosen)}</td>"
        f"<td>{sum(bool(p.tests) for p in chosen)}</td><td>{sum(bool(p.broken) for p in chosen)}</td></tr>"
        for name, chosen in rows
    )
    table = f'<table class="docutils clauses"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="table-wrapper docutils container">{table}</div>'


def add_summary(app: Any, doctree: nodes.document, page: str) -> None:
    """Count the clauses of a ruleset: on its player's page below the facts, in its dossier where the clauses begin."""
    folder, _, ruleset = page.partition("/")
    proofs = [proof for proof in read_proofs().values() if proof.clause.ruleset == ruleset]
    functions = counted(len({place for proof in proofs for place in proof.functions}), "function")
    tests = counted(len({place for proof in proofs for place in proof.tests}), "test")
    dossier = f"{app.builder.get_relative_uri(page, f'rules/{ruleset}')}#clauses"
    said = {
        "games": f'The rules stand in <a href="{dossier}">numbered clauses</a>; {functions} cite them, {tests} name them.',
        "rules": f"{functions} of the code cite these clauses, {tests} name them. The line below a clause opens to show them, "
        "and, where one "
        "is known, how the rule was broken and which test noticed.",
    }[folder]
    for section in doctree.findall(nodes.section):
        if {"at-a-glance", "clauses"} & {*section["ids"]}:
            table = next((k for k, child in enumerate(section.children) if isinstance(child, nodes.table | nodes.container)), 0)
            section.insert(table + 1, nodes.raw("", f"<p>{said}</p>{summary_of(proofs)}", format="html"))
            return


def clauses_named(text: str, ruleset: str = "") -> Iterator[tuple[int, int, str]]:
    """Where a text names clauses: begin, end, id. On the pages of a ruleset its prefix may be left out."""
    for found in _NAMED.finditer(text):
        for clause in (found[0], f"{PREFIXES.get(ruleset)}-{found[0]}"):
            if clause in read_proofs():
                yield found.start(), found.end(), clause
                break


def link_mentions(app: Any, doctree: nodes.document, page: str) -> None:
    """Make each mention of a clause a link to it, headings and code left out."""
    links, ruleset = Links(app, page), page.partition("/")[2]
    closed = (nodes.reference, nodes.literal, nodes.literal_block, nodes.title, nodes.raw, nodes.comment)
    for text in list(doctree.findall(nodes.Text)):
        parent = text.parent
        while parent is not None and not isinstance(parent, closed):
            parent = parent.parent
        named = list(clauses_named(text.astext(), ruleset)) if parent is None else []
        if not named:
            continue
        parts: list[nodes.Node] = []
        last = 0
        for begin, end, clause in named:
            parts += [nodes.Text(text[last:begin]), nodes.reference("", text[begin:end], refuri=links.to_clause(clause), internal=True)]
            last = end
        text.parent.replace(text, [*parts, nodes.Text(text[last:])])


def finish(app: Any, doctree: nodes.document, page: str) -> None:
    """Called for each page as it is written."""
    if app.builder.format != "html":
        return
    if page.startswith("rules/"):
        add_proofs(app, doctree, page)
    link_mentions(app, doctree, page)
    if page.startswith(("rules/", "games/")):
        add_summary(app, doctree, page)


def source_pages(app: Any) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for each file to which a clause leads, with an anchor at each line; clauses are linked back to their rule."""
    if app.config.source_url or app.builder.format != "html":
        return
    proofs = read_proofs().values()
    for path in sorted({place.path for proof in proofs for place in [*proof.functions, *proof.definitions, *proof.tests]}):
        page, text = f"source/{path}", (ROOT / path).read_text(encoding="utf-8")
        language = "python3" if path.endswith(".py") else "toml"
        code = app.builder.highlighter.highlight_block(text, language, linenos="inline", linespans="L").replace('id="L-', 'id="L')
        body = f'<div class="source"><h1>{path}</h1>{with_links(code, Links(app, page))}</div>'
        yield page, {"title": path, "parents": [], "body": body}, "page.html"


def with_links(code: str, links: Links) -> str:
    """Code in HTML, in which each clause leads to its rule."""
    parts, last = [], 0
    for begin, end, clause in clauses_named(code):
        parts += [code[last:begin], f'<a href="{links.to_clause(clause)}">{code[begin:end]}</a>']
        last = end
    return "".join([*parts, code[last:]])


def outdated(app: Any, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Pages that are written anew though their text is as it was: the code or the tests may have changed."""
    return sorted(page for page in env.found_docs if page.startswith(("rules/", "games/")))


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_config_value("source_url", "", "html")
    app.add_css_file("clauses.css")
    app.connect("env-get-outdated", outdated)
    app.connect("doctree-resolved", finish)
    app.connect("html-collect-pages", source_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
