// Text of a page that can hardly be read: what has less than 4.5 to 1 against what is behind it (WCAG 2.2, AA).

import type { Page } from 'playwright-core';

/** Runs in the page, which knows no types: walks all visible text and measures it. */
const measure = `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (color) => {
    const [red, green, blue] = channels(color).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (channels(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (textContent.trim() === '' || !parentElement.checkVisibility()) continue;
    const { color, fill } = getComputedStyle(parentElement);
    const ink = parentElement instanceof SVGElement ? fill : color;
    const [one, other] = [light(ink), light(behind(parentElement))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < 4.5) found.add(textContent.trim() + ' ' + ratio.toFixed(1));
  }
  return [...found];
})()`;

/** Returns each text that is too pale, with its contrast. */
export function lowContrasts(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(measure);
}
