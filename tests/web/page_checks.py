"""What a careful eye finds on a page: texts that are not translated, texts that do not fit, what axe-core finds."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

VISIBLE = """
const seen = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
const clipped = (element) => getComputedStyle(element).clipPath === 'inset(50%)';
const aloud = (element) => element !== null && (clipped(element) || aloud(element.parentElement));
const describe = (element) => {
  const named = element.closest('[data-place], [class], [id]') ?? element;
  const { place } = named.dataset;
  return `<${element.localName}> in ${place ? 'place ' + place : '.' + named.className}`;
};
"""

# The pseudo-language puts ⟦ ⟧ round every text that went through the catalogue.
UNTRANSLATED = (
    """(names) => {"""
    + VISIBLE
    + """
  const known = new Set(names);
  const foreign = (text) => {
    let rest = text;
    while (/⟦[^⟦⟧]*⟧/u.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/gu, '');
    for (const name of known) rest = rest.replaceAll(name, '');
    rest = rest.replace(/\\b(now|\\d+ \\w+ ago)\\b/g, ''); // how browsers tell times
    return /\\p{L}{2,}/u.test(rest);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element.closest('script, style, noscript, code, time, [lang]:not(html)') || !seen(element)) continue;
    if (foreign(node.data)) found.push(`${describe(element)}: ${node.data.trim()}`);
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (element.closest('time, [lang]:not(html)') || !seen(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name);
      if (text && foreign(text)) found.push(`${describe(element)} ${name}: ${text}`);
    }
  }
  if (foreign(document.title)) found.push(`title: ${document.title}`);
  return found;
}"""
)

OVERFLOWING = (
    """async () => {"""
    + VISIBLE
    + """
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame); // a window that has just become narrow is drawn anew
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    found.push(`the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`);
  }
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX) && element !== root;
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg, .skip') || !seen(element) || aloud(element)) continue;
    const style = getComputedStyle(element);
    const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!ownText && !element.matches('button, a, input, select, [data-place]')) continue;
    const words = (element.dataset.place ?? element.textContent).trim().slice(0, 60);
    const fixed = style.display !== 'inline' && style.textOverflow !== 'ellipsis' && !scrolls(element);
    if (fixed && !element.dataset.place && element.scrollWidth > element.clientWidth + 1) {
      found.push(`${describe(element)} holds ${element.scrollWidth} in ${element.clientWidth}: ${words}`);
    }
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    for (let around = element.parentElement; around && !scrolls(around); around = around.parentElement) {
      const cuts = around === root || getComputedStyle(around).overflowX !== 'visible';
      const edge = around.getBoundingClientRect();
      if (cuts && (box.left < edge.left - 1 || box.right > edge.right + 1)) {
        found.push(`${describe(element)} is cut off by ${describe(around)}: ${words}`);
        break;
      }
    }
  }
  return found;
}"""
)

# What fades in is looked at when it is there
RUN_AXE = """async (tags) => {
  for (const animation of document.getAnimations())
    if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
  const { violations } = await axe.run(document, options);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\\n` + nodes.map((node) =>
    `    ${node.html.slice(0, 200)}\\n      ${node.failureSummary.replaceAll('\\n', ' ')}`).join('\\n'));
}"""


def untranslated(page: Page, *names: str) -> list[str]:
    """Visible and read-aloud texts that the pseudo-language did not touch. Names are nobody's to translate."""
    found: list[str] = page.evaluate(UNTRANSLATED, ["skipbo", *names])
    return found


def overflowing(page: Page) -> list[str]:
    found: list[str] = page.evaluate(OVERFLOWING)
    return found


@cache
def axe_source() -> str:
    return AXE.read_text("utf-8")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong by WCAG 2.2 AA. It comes by the debugger: the page itself may run no foreign script."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe_source())
    found: Any = page.evaluate(RUN_AXE, TAGS)
    assert isinstance(found, list)
    return found
