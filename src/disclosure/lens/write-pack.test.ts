// A pack written from its parts has the same bytes as one written as a whole.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fact, packOf } from '../../../test/lens/sample-world.ts';
import { type CanonicalValue, canonicalText, limits } from '../../kernel/index.ts';
import { parsePack } from './index.ts';
import { writeBlocks, writePack } from './write-pack.ts';

const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed());
const payload: fc.Arbitrary<CanonicalValue> = fc.oneof(
  text,
  fc.integer(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(text, fc.array(fc.boolean(), { maxLength: 2 }), { maxKeys: 3 }),
);
const draft = fc.record({
  payload,
  kind: fc.constantFrom('clue', 'rumour', 'weather'),
  source: text,
  synthesized: fc.boolean(),
});

test('a pack is written as its canonical text, whatever its blocks hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(draft, { maxLength: 4 }), async (drafts) => {
      const facts = drafts.map(({ source, payload: told, ...changes }) =>
        fact(told, { ...changes, provenance: { source, eventIds: [source], ruleRefs: [] } }),
      );
      const pack = parsePack((await packOf(facts)).pack);
      expect(writePack(pack, writeBlocks(pack))).toBe(canonicalText(pack));
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['truth', 'clue', 3],
  ['the scene', 'weather', 4],
])('a payload in %s is as deep as canonical JSON allows, and no deeper', async (_channel, kind, depth) => {
  const pack = parsePack((await packOf([fact('shallow', { kind })])).pack);
  const deepen = (levels: number) => {
    let value: CanonicalValue = 'deep';
    for (let level = 0; level < levels; level++) value = [value];
    const blocks = (list: typeof pack.truth) => list.map((block) => ({ ...block, payload: value }));
    const task = { ...pack.task, scene: blocks(pack.task.scene) };
    const deep = { ...pack, truth: blocks(pack.truth), task };
    return () => writePack(deep, writeBlocks(deep));
  };
  expect(deepen(limits.jsonDepth - depth)()).toContain('"deep"');
  expect(deepen(limits.jsonDepth - depth + 1)).toThrow('nesting deeper');
});
