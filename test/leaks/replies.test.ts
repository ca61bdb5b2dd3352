// Attacks by replies: what an agent says is held against what it was told, however it says it.

import { expect } from 'vitest';
import {
  askChecked,
  checkReply,
  compileGuard,
  compilePromptPack,
  createRefusalLimit,
} from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet } from '../../src/disclosure/oracle/index.ts';
import type { CanonicalValue } from '../../src/kernel/index.ts';
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

attack('reply-colours', 'a reply says what is locked with colours between the letters', () => {
  for (const reply of [
    `it is ${word.slice(0, 4)}\u001b[31m${word.slice(4)}`,
    { [`${word.slice(0, 2)}\u001b[0m${word.slice(2)}`]: 1 },
    { a: word, '\u001b[0ma': 'nothing' },
    { '\u001b[0ma': word, a: 'nothing' },
    [[`\u001b[1m${[...word].join('\u001b[38;5;9m')}`]],
  ])
    expectRefused(reply, 'locked-token');
  expectRefused([...'abracadabra'].join('\u001b[0m'), 'forbidden-content');
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

/** Returns what an agent is told of its replies, one question after the other, and who answered each. */
async function toldOf(questions: readonly (readonly CanonicalValue[])[], refusals = createRefusalLimit()) {
  const told: string[] = [];
  const answered: string[] = [];
  for (const replies of questions) {
    const left = [...replies];
    const { by } = await askChecked<typeof player & { guard: typeof set.guard }, CanonicalValue>({
      compile: (rejected) => {
        told.push(JSON.stringify(rejected));
        return { ...player, guard: set.guard };
      },
      ask: () => left.shift() ?? harmless,
      replyOf: (reply) => reply,
      fallback: () => harmless,
      refusals,
    });
    answered.push(by);
  }
  return { told, answered };
}

attack('reply-which-guess', 'an agent is told which of its guesses was right', async () => {
  const wrong = ['Smaug', 'Glaurung', 'Fafnir', 'Ancalagon'];
  const guesses = wrong.map((_, place) => wrong.toSpliced(place, 0, word));
  const replies = guesses.flatMap((names): CanonicalValue[] => [
    names,
    { first: names },
    names.join(', '),
    Object.fromEntries(names.map((name, place) => [name, place])),
    // So that it is refused anyway, and tells nothing.
    ['the moon', ...names],
    [...names, 'abracadabra'],
  ]);
  const { told } = await toldOf(
    [...replies, ['the moon', ...wrong]].map((reply) => [reply]),
    createRefusalLimit(99),
  );
  expect([...new Set(told)]).toEqual(['[]', '["content-not-allowed"]']);
});

attack('reply-many-guesses', 'an agent guesses until it is not refused any more', async () => {
  const question = Array.from({ length: 3 }, () => word);
  const { told, answered } = await toldOf(Array.from({ length: 10 }, () => question));
  expect(answered).toEqual(Array(10).fill('fallback'));
  expect(told.filter((reasons) => reasons !== '[]').length).toBeLessThanOrEqual(6);
});

attack('reply-no-guard', 'a reply is checked without a guard', () => {
  const refused = expect.objectContaining({ code: 'leak-blocked' });
  const { pack, envelope } = player;
  expect(() => checkReply(word, { pack, envelope } as never)).toThrow(refused);
  expect(() => checkReply(word, { pack, envelope, guard: undefined as never })).toThrow(refused);
});

attack('reply-empty-guard', 'a reply is checked with a guard that knows of nothing', () => {
  const refused = expect.objectContaining({ code: 'leak-blocked' });
  for (const guard of [compileGuard([]), compileGuard([{ handle: 'locked:1', tokens: ['', ' '] }])])
    expect(() => checkReply(word, { ...player, guard })).toThrow(refused);
});

attack('pack-empty-guard', 'a pack is compiled with a guard that knows of nothing', () => {
  const refused = expect.objectContaining({ code: 'leak-blocked' });
  const nothing = [
    { handle: 'locked:1', tokens: [] },
    { handle: 'locked:2', tokens: ['', '\u200b'] },
  ];
  for (const guard of [compileGuard([]), compileGuard(nothing), compileGuard(nothing).bind(set.id)])
    expect(() => compilePromptPack(set, { consumer: 'player', guard })).toThrow(refused);
});
