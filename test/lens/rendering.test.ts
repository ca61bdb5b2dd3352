// Rendering cannot be forged: whatever a pack holds, its text reads back to that pack and to no other.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compilePromptPack,
  type PackBytes,
  parsePack,
  parseRendered,
  renderPack,
} from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, createOracle, type FactDraft } from '../../src/disclosure/oracle/index.ts';
import type { CanonicalValue } from '../../src/kernel/index.ts';
import { hostileText, hostileValue, markers } from './hostile-text.ts';
import { cursor, fact, policy } from './sample-world.ts';

const kinds = ['clue', 'rumour', 'weather', 'T1', 'full', 'synthesized', 'a:b/c@d-e.f', 'x'.repeat(255)];
const draft = fc
  .tuple(hostileValue, fc.constantFrom(...kinds), hostileText, fc.boolean())
  .map(([payload, kind, source, synthesized]) =>
    fact(payload, { kind, synthesized, provenance: { source, eventIds: [source], ruleRefs: [source] } }),
  );
const drafts = fc.array(draft, { maxLength: 5 });
const styles = fc.dictionary(hostileText, hostileValue, { maxKeys: 2 });
const scenes = fc.record({ scene: hostileText, session: hostileText, mode: hostileText });

type Written = { readonly facts: readonly FactDraft[]; readonly style: object; readonly scene: object };
const anyWritten: fc.Arbitrary<Written> = fc.record({ facts: drafts, style: styles, scene: scenes });

async function packFor({ facts, style, scene }: Written): Promise<PackBytes> {
  const oracle = createOracle();
  await oracle.registerKinds(kinds.map((kind) => ({ kind, recall: kind === 'rumour' })));
  await oracle.appendFacts(facts);
  const set = await compileWorkingSet(oracle, { ...cursor, ...scene }, policy);
  return compilePromptPack(set, { consumer: 'keeper', style: style as Record<string, CanonicalValue> }).pack;
}

const isJson = (line: string): boolean => {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
};

describe('LENS-DET-2: a rendered pack', () => {
  test('is read back into the pack it was made from, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(anyWritten, async (written) => {
        const pack = await packFor(written);
        expect(parseRendered(renderPack(pack))).toEqual(pack);
      }),
      { numRuns: 100 },
    );
  });

  test('has in every line a marker of ours or JSON, and no character that breaks or hides one', async () => {
    const mark = /^\[[TMS]\d+\] (full|gist) [A-Za-z0-9._:/@-]+( synthesized)?( stale)?$/;
    await fc.assert(
      fc.asyncProperty(anyWritten, async (written) => {
        const pack = await packFor(written);
        const rendered = renderPack(pack);
        const lines = rendered.split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.filter((line) => markers.includes(line))).toEqual(markers);
        const others = lines.filter((line) => !markers.includes(line));
        const isOurs = (line: string) =>
          mark.test(line) || isJson(line) || isJson(line.replace(/^\[[TMS]\d+\] /, ''));
        expect(others.filter((line) => !isOurs(line))).toEqual([]);
        expect(lines.filter((line) => mark.test(line)).length).toBe(
          Object.keys(parsePack(pack).citations).length,
        );
        expect(rendered.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u0085]/u);
      }),
      { numRuns: 100 },
    );
  });

  test('is the text of no other pack', async () => {
    await fc.assert(
      fc.asyncProperty(anyWritten, anyWritten, fc.boolean(), async (one, other, isSame) => {
        const [left, right] = [
          await packFor(one),
          await packFor(isSame ? { ...one, style: other.style } : other),
        ];
        expect(renderPack(left) === renderPack(right)).toBe(left.hash === right.hash);
      }),
      { numRuns: 60 },
    );
  });
});
