// Attacks by replies: what an agent says is held against what it was told, however it says it.

import { expect } from 'vitest';
import type { CanonicalValue } from '../../src/kernel/index.ts';
import { checkReply, compilePromptPack } from '../../src/lens/index.ts';
import { compileWorkingSet } from '../../src/oracle/index.ts';
import { cursor, fact, oracleWith, policy, secret } from '../lens/sample-world.ts';
import { attack } from './attack.ts';
import { harmless, word } from './disguised.ts';

const oracle = await oracleWith([
  secret({ name: word, hoard: 4711 }, { gist: 'a dragon' }),
  secret({ silence: 'not-even-a-gist' }),
  fact(harmless),
  fact('for the keeper alone', { visibility: { consumers: ['keeper'] } }),
]);
const directives = {
  output_class: { type: 'text', forbidden_tokens: ['abracadabra'] },
  channel_rules: { forbidden_content: ['the moon'] },
  why_rule: 'rule-refs-only',
};
const set = await compileWorkingSet(oracle, cursor, { ...policy, directives });
const player = compilePromptPack(set, { consumer: 'player', guard: set.guard });
const keeper = compilePromptPack(set, { consumer: 'keeper', guard: set.guard });

/** Sees why a reply of the player is not accepted, and that the reasons repeat nothing of it. */
function expectRefused(reply: CanonicalValue, code: string): void {
  const { ok, reasons } = checkReply(reply, { ...player, guard: set.guard });
  expect({ ok, codes: [...new Set(reasons.map((reason) => reason.code))] }).toEqual({
    ok: false,
    codes: [code],
  });
  expect(JSON.stringify(reasons)).not.toMatch(/vermithrax|4711|moon|abracadabra/i);
}

attack('reply-names', 'a reply says what is locked', () => {
  for (const reply of [
    `it is ${word}`,
    'V-e-r-m-i-t-h-r-a-x',
    { says: ['Vermi', 'thrax'] },
    { [word]: 1 },
    { coins: 4711 },
  ])
    expectRefused(reply, 'locked-token');
  expect(checkReply(`[T1] ${harmless}`, { ...player, guard: set.guard }).ok).toBe(true);
});

attack('reply-ordinals', 'a reply cites what it was not told of', () => {
  expectRefused('as locked:2 says', 'handle-not-allowed');
  expectRefused({ source: 'frame:0123456789abcdef' }, 'handle-not-allowed');
  const others = keeper.envelope.allowed_handles.filter(
    (handle) => !player.envelope.allowed_handles.includes(handle),
  );
  expect(others.length).toBeGreaterThan(0);
  for (const handle of others) expectRefused(`as ${handle} says`, 'handle-not-allowed');
});

attack('reply-labels', 'a reply cites a label that its pack does not have', () => {
  expectRefused('as [T7] says', 'label-unknown');
  expectRefused({ 'see [M1]': 1 }, 'label-unknown');
});

attack('reply-forbidden', 'a reply says what is forbidden, in a disguise', () => {
  expectRefused('it is t.h.e m.o.o.n', 'forbidden-content');
  expectRefused({ note: 'ABRA-cadabra' }, 'forbidden-content');
});

attack('reply-getter', 'a reply hides what it says after it was read once', () => {
  let reads = 0;
  const changing = {
    get note() {
      return ++reads === 1 ? 'nothing' : word;
    },
  };
  expectRefused(changing, 'not-data');
});

attack('reply-other-pack', 'a reply is checked against another pack’s envelope', () => {
  const { ok, reasons } = checkReply('nothing', {
    pack: player.pack,
    envelope: keeper.envelope,
    guard: set.guard,
  });
  expect({ ok, reasons }).toEqual({ ok: false, reasons: [{ code: 'pack-mismatch' }] });
});
