// The budget counted by a real tokenizer: the text a model would read fits it, in any script.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTextTokens } from '../../src/adapters/tokens/encode-text.ts';
import { openTokenCounter } from '../../src/adapters/tokens/index.ts';
import { compilePromptPack, renderPack } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, type TokenCounter } from '../../src/disclosure/oracle/index.ts';
import { consumers } from './compiled-outputs.ts';
import { anyWorld, oracleOf } from './random-world.ts';
import { cursor, fact, policy } from './sample-world.ts';

const adapter = openTokenCounter();
const tokenizer: TokenCounter = { name: adapter.name, count: countTextTokens };

/** Sees that what every consumer reads fits a budget, and returns how many blocks the keeper got. */
async function checkFits(world: Parameters<typeof oracleOf>[0]): Promise<number> {
  const set = await compileWorkingSet(await oracleOf(world, [tokenizer]), cursor, world.under);
  const blocks = consumers.map(async (consumer) => {
    const { pack, envelope } = compilePromptPack(set, { consumer, guard: set.guard });
    expect(await adapter.count(renderPack(pack))).toBeLessThanOrEqual(world.under.budget?.tokens ?? 0);
    return envelope.allowed_handles.length;
  });
  return Math.max(...(await Promise.all(blocks)));
}

test('G4: the rendered text fits a budget that a real tokenizer counts', async () => {
  let blocks = 0;
  await fc.assert(
    fc.asyncProperty(anyWorld(tokenizer, { min: 1_000, max: 4_000 }), async (world) => {
      blocks = Math.max(blocks, await checkFits(world));
    }),
    { numRuns: 30, endOnFailure: true },
  );
  // Not for want of anything to fit; how much that is depends on the worlds that were drawn.
  expect(blocks).toBeGreaterThan(1);
});

test.each([
  ['Latin letters', 'the gate stands open and '],
  ['Japanese', '門は開いている。'],
  ['Arabic', 'البوابة مفتوحة '],
  ['rare scripts', '𒀀𒁀𓀀𐤀𞤀'],
  ['signs', '⟦∮⧗⟧⁂※'],
  ['emoji', '👩‍👩‍👧‍👦🐉🧙🏽‍♀️'],
  ['marks upon marks', 'e\u0301\u0323\u0308\u030a'],
  ['escapes', '\\u0041\\n\\"\\\\'],
  ['control characters', '\u0000\u0001\u001b\u007f'],
  ['invisible ones', '\u200b\u2060\u3164\ufe0f'],
  ['names of control tokens', '<|endoftext|><|im_start|>'],
  ['brackets', ']}]}[[{{","'],
  ['blanks', '      \t'],
  ['digits', '31415926535897932384'],
])('G4: a pack full of %s fits as well', async (_script, unit) => {
  const facts = Array.from({ length: 25 }, (_, index) =>
    fact({ text: `${index} ${unit.repeat(1 + (index % 9))}` }),
  );
  const budget = { counter: tokenizer.name, tokens: 2_500 };
  const under = { ...policy, budget, truncation: { overflow: 'skip' } } as const;
  expect(await checkFits({ facts, unlocked: [], compacted: [], tier: 0, under })).toBeGreaterThan(3);
});
