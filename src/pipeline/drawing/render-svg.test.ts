/** The SVG picture: equal bytes, whole numbers, and a layout in which nothing stands on anything else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Graph, loadPipeline, renderSvg, resolveShipped, shippedNames } from '../index.ts';
import { areaOf, composePicture } from './compose-picture.ts';
import type { PlacedBox } from './lay-out-picture.ts';

const shipped = (name: string): Graph => loadPipeline(resolveShipped(name) ?? '');

/** Small graphs with everything a line can be: loops, shortcuts, advice, further targets, ends, and `_any`. */
const graphs = fc
  .record({
    nodes: fc.integer({ min: 1, max: 7 }),
    edges: fc.array(
      fc.record({
        from: fc.nat(7),
        to: fc.nat(8),
        kind: fc.constantFrom('', ', loop: true', ', shortcut: true', ', advisory: true'),
        more: fc.option(fc.nat(6), { nil: null }),
      }),
      { maxLength: 14 },
    ),
    zones: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ nodes, edges, zones }) => {
    const name = (index: number) => `node-${index % nodes}`;
    const lines = edges.map(({ from, to, kind, more }, index) => {
      const targets = more === null ? '' : `, targets: [${name(more)}], target: output.x`;
      const source = from === 7 ? '_any' : name(from);
      const end = to === 8 ? '_done' : name(to);
      return `  - {id: e${index}, name: some-edge-${index}, from: ${source}, to: ${end}, when: output.n == ${index}${kind}${targets}}`;
    });
    const all = Array.from({ length: nodes }, (_, index) => name(index));
    const zoned = Array.from({ length: zones }, (_, zone) => {
      const members = all.filter((_one, index) => index % 4 === zone);
      return `  zone-${zone}: {nodes: [${members.join(', ')}]}`;
    });
    return loadPipeline(
      [
        'pipeline: p',
        `nodes: [${all.map((one) => `{name: ${one}}`).join(', ')}]`,
        ...(zoned.length > 0 ? ['zones:', ...zoned] : []),
        ...(lines.length > 0 ? ['edges:', ...lines] : []),
        'start: node-0',
      ].join('\n'),
    );
  });

function overlapping(one: PlacedBox, other: PlacedBox): boolean {
  const [a, b] = [areaOf(one), areaOf(other)];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

describe('an SVG picture', () => {
  test.each(shippedNames)('of %s has the same bytes every time', async (name) => {
    const first = await renderSvg(shipped(name));
    await renderSvg(shipped('court'));
    expect(await renderSvg(shipped(name))).toBe(first);
  });

  test.each(shippedNames)('of %s has whole numbers only, and nothing from elsewhere', async (name) => {
    const svg = await renderSvg(shipped(name));
    const attributes = [...svg.matchAll(/ (?:x|y|cx|cy|r|rx|d|width|height|viewBox)="([^"]*)"/g)];
    expect(attributes.length).toBeGreaterThan(50);
    for (const [, value] of attributes) expect(value).toMatch(/^[-0-9A-Z ]+$/);
    expect(svg).not.toMatch(/<script|href|url\(|@import|NaN|undefined/);
  });

  test('says in words what it shows', async () => {
    const svg = await renderSvg(shipped('court'));
    expect(svg).toContain('<title>Pipeline court</title>');
    expect(svg).toContain('A walk begins at indict. prosecution holds indict.');
    expect(svg).toContain('HD5b next-round to hearing, a loop.');
    expect(svg).toContain('From any step: HD10 ttl-exceeded to mistrial;');
  });

  test('of any graph keeps places and labels apart', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async (graph) => {
        const { places, lines } = await composePicture(graph);
        const boxes = [...places, ...lines.map(({ box }) => box).filter(({ width }) => width > 0)];
        for (const [index, box] of boxes.entries())
          for (const other of boxes.slice(index + 1)) expect(overlapping(box, other)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('of any graph keeps the nodes of a zone in it, and all others out', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async (graph) => {
        const { places, zones } = await composePicture(graph);
        for (const [index, zone] of zones.entries())
          for (const place of places) {
            const isMember = graph.zones[index]?.nodes.includes(place.name ?? '') ?? false;
            expect([place.name, overlapping(place, zone)]).toEqual([place.name, isMember]);
          }
      }),
      { numRuns: 60 },
    );
  });

  test('is refused where it would take minutes and nobody could read it', async () => {
    const nodes = Array.from({ length: 201 }, (_, index) => `{name: n${index}}`);
    const graph = loadPipeline(`pipeline: p\nnodes: [${nodes.join(', ')}]\nstart: n0`);
    await expect(renderSvg(graph)).rejects.toMatchObject({ code: 'limit-exceeded' });
  });
});
