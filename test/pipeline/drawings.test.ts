// Both pictures of the shipped pipelines, and of a hostile graph, in a real browser: everything is there, and readable.

import { describe, expect, test } from 'vitest';
import {
  type Graph,
  loadPipeline,
  renderMermaid,
  renderSvg,
  resolveShipped,
  shippedNames,
} from '../../src/pipeline/index.ts';
import { describeInBrowser } from '../e2e/browser.ts';
import { hostileGraph, hostileNames } from './hostile-graph.ts';
import { boxesOf, clashes, openMermaid, openSvg, type TextBox, within } from './picture-pages.ts';

const shipped = (name: string): Graph => loadPipeline(resolveShipped(name) ?? '');
const texts = (boxes: readonly TextBox[]) => boxes.map(({ text }) => text);
const sorted = (values: readonly string[]) => [...new Set(values)].toSorted();
const labelsOf = ({ edges }: Graph) => edges.map(({ id, name }) => (id === name ? id : `${id} ${name}`));

/** What a picture must show beside nodes and edges. */
function endsOf({ edges, done }: Graph): readonly string[] {
  const ends = edges.flatMap(({ to, targets }) => [to, ...targets]).filter((name) => name.startsWith('_'));
  return [...ends, done].map((name) => name.slice(1).replaceAll('_', ' '));
}

describeInBrowser('the SVG picture', () => {
  describe.each(shippedNames)('of %s', (name) => {
    test('shows every node, zone, end and label inside its frame', async () => {
      const graph = shipped(name);
      const opened = await openSvg(graph);
      const [frame] = await boxesOf(opened, 'svg');
      const all = await boxesOf(opened, 'text');
      expect(all.filter((box) => frame === undefined || !within(box, frame))).toEqual([]);
      const titles = texts(await boxesOf(opened, '.title'));
      expect(titles).toEqual(
        expect.arrayContaining([...graph.nodes.map((node) => node.name), ...endsOf(graph)]),
      );
      expect(texts(await boxesOf(opened, '.zone text'))).toEqual(graph.zones.map((zone) => zone.name));
      expect(texts(await boxesOf(opened, '.label text'))).toEqual(expect.arrayContaining(labelsOf(graph)));
      expect(texts(await boxesOf(opened, '.badge'))).toEqual(graph.nodes.flatMap(({ masks }) => masks));
      expect(await opened.faults()).toEqual([]);
    });

    test('puts nothing on anything else, and every text into its box', async () => {
      const opened = await openSvg(shipped(name));
      const places = await boxesOf(opened, '.place');
      const labels = await boxesOf(opened, '.label');
      const zones = await boxesOf(opened, '.zone text');
      expect(clashes([...places, ...labels, ...zones])).toEqual([]);
      for (const group of ['.place.node', '.place.terminal', '.label', '.badge']) {
        const boxes = await boxesOf(opened, `${group} > :is(rect, path):first-of-type`);
        const written = await boxesOf(opened, `${group} > text`);
        expect(written.filter((text) => !boxes.some((box) => within(text, box)))).toEqual([]);
      }
      const areas = await boxesOf(opened, '.zone > rect');
      expect(zones.filter((text) => !areas.some((area) => within(text, area)))).toEqual([]);
    });

    test('leads no line through a node or another label', async () => {
      const { page } = await openSvg(shipped(name));
      expect(await page.evaluate<string[]>(CROSSINGS)).toEqual([]);
    });
  });

  test('is legible on light and on dark paper', async () => {
    const colors = async (scheme: 'light' | 'dark') => {
      const { page } = await openSvg(shipped('court'), scheme);
      const colorOf = (selector: string) =>
        page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).fill`);
      return [await colorOf('.paper'), await colorOf('.label text')];
    };
    expect(await colors('light')).toEqual(['rgb(255, 255, 255)', 'rgb(27, 36, 48)']);
    expect(await colors('dark')).toEqual(['rgb(15, 20, 25)', 'rgb(230, 237, 243)']);
  });

  test('of hostile names shows them as text', async () => {
    const opened = await openSvg(hostileGraph());
    const [frame] = await boxesOf(opened, 'svg');
    expect(frame).toBeDefined();
    expect((await boxesOf(opened, '.place.node')).length).toBe(hostileNames.length);
    const elements = await opened.page.evaluate<string[]>(
      `[...document.querySelectorAll('*')].map((one) => one.localName)`,
    );
    const known = ['circle', 'desc', 'g', 'path', 'rect', 'style', 'svg', 'text', 'title'];
    expect(sorted(elements)).toEqual(known);
    expect(await opened.page.evaluate('globalThis.hit')).toBeUndefined();
    expect(await opened.faults()).toEqual([]);
    const all = await boxesOf(opened, 'text');
    expect(all.filter((box) => frame !== undefined && !within(box, frame))).toEqual([]);
    expect(texts(await boxesOf(opened, '.title'))).toEqual(
      expect.arrayContaining(['<script>globalThis.hit = 1</script>', 'a"] --> b["c', 'end', '__proto__']),
    );
  });
});

describeInBrowser('the Mermaid chart', () => {
  test.each(shippedNames)(
    'of %s shows every node, zone, end and label apart from one another',
    async (name) => {
      const graph = shipped(name);
      const opened = await openMermaid(graph);
      const [frame] = await boxesOf(opened, '#drawing svg');
      const nodes = await boxesOf(opened, '.node');
      const labels = (await boxesOf(opened, '.edgeLabel .label')).filter(({ text }) => text !== '');
      expect(texts(nodes)).toEqual(
        expect.arrayContaining([...graph.nodes.map((node) => node.name), ...endsOf(graph)]),
      );
      expect(texts(labels)).toEqual(expect.arrayContaining(labelsOf(graph)));
      expect(sorted(texts(await boxesOf(opened, '.cluster')))).toEqual(
        sorted(graph.zones.map((zone) => zone.name)),
      );
      expect([...nodes, ...labels].filter((box) => frame === undefined || !within(box, frame))).toEqual([]);
      expect(clashes(nodes)).toEqual([]);
      expect(clashes(labels, nodes)).toEqual([]);
      expect(await opened.faults()).toEqual([]);
    },
  );

  test('of hostile names shows them as text', async () => {
    const opened = await openMermaid(hostileGraph());
    const shown = texts(await boxesOf(opened, '.node'));
    expect(shown).toEqual(
      expect.arrayContaining([
        '<script>globalThis.hit = 1</script>',
        '"><img src=x onerror="globalThis.hit = 1">',
        'a"] --> b["c',
        'end',
        '%%{init: {"theme": "dark"}}%%',
        '`**bold**` $$x^2$$ fa:fa-bug #quot; &lt;',
      ]),
    );
    expect((await boxesOf(opened, '#drawing :is(script, img, iframe, a, i, strong)')).length).toBe(0);
    expect(await opened.page.evaluate('globalThis.hit')).toBeUndefined();
    expect(await opened.faults()).toEqual([]);
  });
});

describe('both pictures of the hostile graph', () => {
  test('have the same bytes every time', async () => {
    expect(await renderSvg(hostileGraph())).toBe(await renderSvg(hostileGraph()));
    expect(renderMermaid(hostileGraph())).toBe(renderMermaid(hostileGraph()));
  });
});

/** Walks along every line and names the nodes it passes, and the labels it passes beside its own. */
const CROSSINGS = `(() => {
  const named = (selector) => [...document.querySelectorAll(selector)].map((element) => {
    const { x, y, width, height } = element.getBBox();
    return { text: element.textContent, x: x + 3, y: y + 3, right: x + width - 3, bottom: y + height - 3 };
  });
  const [places, labels] = [named('.place'), named('.label')];
  return [...document.querySelectorAll('.line .way')].flatMap((way) => {
    const points = Array.from({ length: way.getTotalLength() / 4 }, (_, step) => way.getPointAtLength(step * 4));
    const passed = (boxes) => boxes.filter((box) =>
      points.some(({ x, y }) => x > box.x && x < box.right && y > box.y && y < box.bottom));
    return [...passed(places), ...passed(labels).slice(1)].map(({ text }) => text);
  });
})()`;
