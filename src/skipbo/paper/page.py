"""The page of a report: its head, its sections and its tables."""

from collections.abc import Iterable, Sequence
from html import escape

import skipbo
from skipbo.i18n import current_language
from skipbo.i18n import translate as _
from skipbo.paper import charts
from skipbo.paper.typeface import FAMILY, font_face
from skipbo.text import shortened

NAME = 16  # letters of a name in a table; the tooltip has all of them

# The colours have the names and values of the page's: web/src/styles
STYLE = (
    f"""
:root {{ color-scheme: light dark; --page: #f4f1ea; --panel: #ffffff; --ink: #20302c; --ink-soft: #51605b;
  --line: #cfd5cf; --accent: #1f5b4e; --danger: #a5281b; --focus: #b3500a; --felt: #2b6a50; --felt-ink: #ffffff;
  --font: {FAMILY}; }}
@media (prefers-color-scheme: dark) {{ :root {{ --page: #14201d; --panel: #1e2c28; --ink: #eef3f0; --ink-soft: #b4c3bd;
  --line: #3b4c47; --accent: #7fd1b8; --danger: #ffb4a8; --focus: #ffc46b; --felt: #1f4d3b; }} }}
"""
    """
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 400 100%/1.45 var(--font); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
header { background: var(--felt); color: var(--felt-ink); padding: 2.5rem max(1.2rem, calc(50vw - 32.8rem)) 5rem; }
header p { margin: 0; opacity: .9; overflow-wrap: anywhere; }
header .eyebrow { letter-spacing: .14em; text-transform: uppercase; font-size: .8rem; }
h1 { margin: .4rem 0 .8rem; font-size: clamp(1.5rem, 4.5vw, 2.3rem); line-height: 1.2; text-wrap: balance;
  overflow-wrap: anywhere; }
main { max-width: 68rem; margin: -3.2rem auto 3rem; padding: 0 1.2rem; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: 1.2rem 1.3rem;
  margin-bottom: 1.2rem; break-inside: avoid; }
.charts { display: grid; gap: 0 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
.charts > section { min-width: 0; }
.charts > :last-child:nth-child(odd) { grid-column: 1 / -1; }
h2 { margin: 0 0 .2rem; font-size: 1.2rem; }
section > p { margin: 0 0 .8rem; color: var(--ink-soft); font-size: .92rem; max-width: 46rem; }
dl.figures { margin: 0; display: grid; gap: .8rem 1.5rem; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); }
dl.figures div { display: flex; flex-direction: column-reverse; }
dl.figures dt { color: var(--ink-soft); font-size: .85rem; }
dl.figures dd { margin: 0; font-size: 1.45rem; font-weight: 700; font-variant-numeric: tabular-nums; }
svg { width: 100%; max-width: 31rem; height: auto; display: block; margin: 0 auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; }
.words :is(td, th):last-child { text-align: left; white-space: normal; overflow-wrap: anywhere; }
thead th { color: var(--ink-soft); font-weight: 500; vertical-align: bottom; }
tbody th { font-weight: 700; }
tbody tr:last-child > * { border-bottom: 0; }
.matrix td { text-align: center; border: 2px solid var(--panel); border-radius: .6rem; min-width: 3.4rem;
  background: color-mix(in oklab, var(--tone) var(--depth), var(--panel)); }
.matrix thead th { text-align: center; }
details { margin-top: .8rem; font-size: .92rem; }
summary { cursor: pointer; color: var(--ink-soft); }
pre { margin: .8rem 0 0; padding: .8rem 1rem; border-radius: .6rem; background: var(--page); white-space: pre-wrap;
  overflow-wrap: anywhere; font: .88rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
footer { text-align: center; color: var(--ink-soft); font-size: .85rem; padding: 0 1.2rem 2rem; }
@media print { header { color: #000; background: none; padding: 0; } main { margin-top: 1rem; } }
""" + charts.STYLE
)


def page(eyebrow: str, headline: str, lines: Iterable[str], sections: Iterable[str]) -> str:
    """A whole page: a line above its headline, lines below it, and sections."""
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{current_language()}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(headline)}</title>",
            f"<style>{font_face()}{STYLE}</style>",
            "</head>",
            "<body>",
            "<header>",
            f'<p class="eyebrow">{escape(eyebrow)}</p>',
            f"<h1>{escape(headline)}</h1>",
            *(f"<p>{escape(line)}</p>" for line in lines),
            "</header>",
            "<main>",
            *sections,
            "</main>",
            f"<footer>skipbo {skipbo.__version__}</footer>",
            "</body>",
            "</html>",
            "",
        ]
    )


def section(title: str, about: str, *inside: str) -> str:
    head = f"<h2>{escape(title)}</h2>"
    lead = f"<p>{escape(about)}</p>" if about else ""
    return "\n".join(["<section>", head, lead, *inside, "</section>"])


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "numbers") -> str:
    """A table whose rows begin with a name; in one of kind “words” the last cell is text."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "\n".join(
        f"<tr>{name_cell(first)}" + "".join(f"<td>{escape(cell)}</td>" for cell in rest) + "</tr>"
        for first, *rest in rows
    )
    head = f"<thead><tr>{top}</tr></thead>" if heads else ""
    return f'<div class="scroll" tabindex="0"><table class="{kind}">{head}<tbody>\n{body}\n</tbody></table></div>'


def name_cell(label: str, scope: str = "row") -> str:
    return f'<th scope="{scope}" title="{escape(label)}">{escape(shortened(label, NAME))}</th>'


def in_numbers(inside: str) -> str:
    name = _("In numbers")
    return f"<details><summary>{escape(name)}</summary>{inside}</details>"


def figures(shown: Iterable[tuple[str, str]]) -> str:
    """A section of a few names, each with a value in large letters."""
    cells = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in shown)
    return f'<section><dl class="figures">{cells}</dl></section>'
