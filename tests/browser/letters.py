"""Measures of a page in a browser: letters that are too small, and pictures that run off what they stand in; those of
a film strip, which is there to be pushed along, may."""

from __future__ import annotations

from typing import Any

LEAST = {"screen": 12.0, "print": 8.0}
"""Pixels of the smallest letters: on paper 8 are 6 points."""
_MEASURED = """(least) => {
  const told = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement, text = walk.currentNode.data.trim();
    if (!text || one.closest(".unseen, .skip, desc, title") || !one.checkVisibility()) continue;
    const drawn = one.closest("svg"), scale = drawn ? one.getScreenCTM().a : 1;
    const pixels = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (pixels < least - 0.05) told.push(`${text.slice(0, 30)}: ${pixels.toFixed(1)} px`);
  }
  for (const one of document.querySelectorAll("svg.tabletop")) {
    if (!one.checkVisibility() || !one.clientWidth || one.closest(".strip")) continue;
    const right = one.getBoundingClientRect().right, around = one.parentElement.getBoundingClientRect().right;
    if (right > Math.min(innerWidth, around) + 1) told.push(`a picture that ends at ${Math.round(right)} px`);
  }
  return [...new Set(told)];
}"""


def too_small(page: Any, media: str) -> list[str]:
    """The words of an open page whose letters are too small for a screen or for paper, and pictures that are cut."""
    found: list[str] = page.evaluate(_MEASURED, LEAST[media])
    return found
