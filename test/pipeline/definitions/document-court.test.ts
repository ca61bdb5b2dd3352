// The court's definition as the document that first drew it prints it: it loads as it stands, lint names what it
// lacks, and no walk begins. The document is not part of the repository; where it is missing, this says so.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  dumpPipeline,
  type Graph,
  lintPipeline,
  loadPipeline,
  resolveShipped,
  walk,
} from '../../../src/pipeline/index.ts';

const folder = join(import.meta.dirname, '../../../../shared/seeds');
const isThere = existsSync(folder);
const title = 'the definition of the document';
if (!isThere) console.warn(`NOT TESTED: ${title}, for want of ../shared/seeds beside the repository`);

/** Returns the one YAML block of the document, byte for byte. */
function printedDefinition(): string {
  const [document = ''] = readdirSync(folder).filter((name) => name.startsWith('001_'));
  const blocks = [...readFileSync(join(folder, document), 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)];
  expect(blocks).toHaveLength(1);
  return blocks[0]?.[1] ?? '';
}

function withoutDescription({ description: _, ...graph }: Graph): object {
  return graph;
}

test.skipIf(!isThere)(`${title} loads as it stands: 5 nodes, 12 edges, 3 zones, none bound`, () => {
  const graph = loadPipeline(printedDefinition());
  expect(graph.description).toBe('D0-D4 adversarial court pipeline');
  expect([graph.nodes.length, graph.edges.length, graph.zones.length]).toEqual([5, 12, 3]);
  expect(graph.unbound).toEqual(graph.edges);
});

test.skipIf(!isThere)(`${title} is the shipped one, descriptions aside`, () => {
  const printed = loadPipeline(printedDefinition());
  const shipped = loadPipeline(resolveShipped('defect-court') ?? '');
  expect(withoutDescription(shipped)).toEqual(withoutDescription(printed));
  expect(withoutDescription(loadPipeline(dumpPipeline(printed)))).toEqual(withoutDescription(shipped));
});

test.skipIf(!isThere)(`${title} lacks exactly its bindings and a way to discovery`, () => {
  const text = printedDefinition();
  const found = lintPipeline(text).map(({ rule, line, column, message }) => {
    expect(text.split('\n')[line - 1]?.slice(column - 1)).toMatch(/^(id: HD|name: discover)/);
    return `${rule} ${message.split(' ').slice(0, 1)}${rule === 'orphan-node' ? message : ''}`;
  });
  expect(found).toEqual([
    'orphan-node nono way leads from `indict` to `discover`',
    ...Array.from({ length: 12 }, (_, index) => `unbound-edge \`HD${index + 1}\``),
  ]);
});

test.skipIf(!isThere)(`${title} binds where court.yaml extends it`, () => {
  const court = resolveShipped('court') ?? '';
  const resolve = (name: string) => (name === 'defect-court' ? printedDefinition() : null);
  expect(lintPipeline(court, { resolve })).toEqual([]);
  expect(loadPipeline(court, { resolve })).toEqual(loadPipeline(court));
});

test.skipIf(!isThere)(`${title} is not walked`, async () => {
  let asked = 0;
  const ask = () => ({ type: 'x', data: { asked: asked++ } });
  await expect(walk(loadPipeline(printedDefinition()), { ask })).rejects.toMatchObject({
    code: 'invalid-pipeline',
    message:
      '`defect-court` cannot be walked: HD1, HD2, HD3, HD4, HD5, HD6, HD7, HD8, HD9, HD10, HD11, HD12 not bound',
    hint: 'give each edge a `when`, here or in an extension',
  });
  expect(asked).toBe(0);
});
