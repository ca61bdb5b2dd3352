// Pictures of graphs as pages for a real browser, and where everything stands on them.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Graph, renderMermaid, renderSvg } from '../../src/pipeline/index.ts';
import { type OpenedPage, openFile } from '../e2e/browser.ts';

const require = createRequire(import.meta.url);

/** A box on a page with the text in it. */
export type TextBox = {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Opens the SVG picture of a graph. */
export async function openSvg(graph: Graph, colorScheme: 'light' | 'dark' = 'light'): Promise<OpenedPage> {
  return openText('picture.svg', await renderSvg(graph), colorScheme);
}

/** Opens a page on which Mermaid draws a graph, and waits for the drawing. */
export async function openMermaid(graph: Graph): Promise<OpenedPage> {
  const library = require.resolve('@mermaid-js/tiny/dist/mermaid.tiny.js');
  const chart = JSON.stringify(renderMermaid(graph)).replaceAll('<', '\\u003c');
  const opened = await openText(
    'chart.html',
    `<!doctype html><meta charset="utf-8"><div id="drawing"></div>
<script>${readFileSync(library, 'utf8').replaceAll('</script', '<\\/script')}</script>
<script>
mermaid.initialize({ startOnLoad: false });
mermaid.render('chart', ${chart}).then(({ svg }) => {
  document.getElementById('drawing').innerHTML = svg;
  document.body.className = 'drawn';
}, (error) => {
  document.body.className = 'drawn';
  throw error;
});
</script>`,
  );
  await opened.page.waitForSelector('body.drawn', { state: 'attached', timeout: 120_000 });
  return opened;
}

/** Returns the boxes of all elements that match, in the order of the page. */
export async function boxesOf({ page }: OpenedPage, selector: string): Promise<readonly TextBox[]> {
  return page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { text: element.textContent.trim(), left, top, right, bottom };
    })`,
  );
}

/** Tells whether two boxes share more than a pixel. */
function overlap(one: TextBox, other: TextBox): boolean {
  return (
    one.left < other.right - 1 &&
    other.left < one.right - 1 &&
    one.top < other.bottom - 1 &&
    other.top < one.bottom - 1
  );
}

/** Tells whether a box lies in another, but for a pixel. */
export function within(inner: TextBox, outer: TextBox): boolean {
  return (
    inner.left >= outer.left - 1 &&
    inner.top >= outer.top - 1 &&
    inner.right <= outer.right + 1 &&
    inner.bottom <= outer.bottom + 1
  );
}

/** Returns the pairs of boxes that stand on one another. */
export function clashes(boxes: readonly TextBox[], others?: readonly TextBox[]): readonly string[] {
  return boxes.flatMap((box, index) =>
    (others ?? boxes.slice(index + 1))
      .filter((other) => overlap(box, other))
      .map((other) => `${box.text} on ${other.text}`),
  );
}

async function openText(
  name: string,
  text: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<OpenedPage> {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-picture-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  return openFile(file, { colorScheme, viewport: { width: 1600, height: 2000 } });
}
