// Attacks by replies: what an agent says is held against what it was told, however it says it.

import { expect } from 'vitest';
import {
  askChecked,
  checkReply,
  compileGuard,
  compilePromptPack,
  createRefusalLimit,
  describeFaults,
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

attack(
  'reply-colours-escaped',
  'a reply in JSON says what is locked with terminal codes between the letters',
  () => {
    const [start, end] = [word.slice(0, 4), word.slice(4)];
    for (const terminalCode of [
      '\u001b[0m',
      '\u009b31m',
      '\u001b]8;;http://x\u0007',
      '\u001b]0;x\u001b\\',
      '\u001b(B',
    ])
      expectRefused(
        JSON.stringify({ says: `${start}${terminalCode}${end}` }).replace('\u009b', '\\u009b'),
        'locked-token',
      );
    for (const written of [
      '\\033[31m',
      '\\x1b[31m',
      '\\e[31m',
      '&#27;[31m',
      '%1B[31m',
      '\\u009b31m',
      '\\x1b]8;;http://x\\x07',
    ])
      expectRefused(`it is ${start}${written}${end}`, 'locked-token');
    expectRefused(
      `it is \\u001b]8;;http://${start}%${end.charCodeAt(0).toString(16)}${end.slice(1)}\\u0007 it`,
      'locked-token',
    );
  },
);

attack('reply-cited', 'a reply has citations between the letters of what is locked', () => {
  const [start, end] = [word.slice(0, 5), word.slice(5)];
  const [handle = ''] = player.envelope.allowed_handles;
  for (const citation of ['[T1]', ' [T1]', '(T1)', '[T1, T1]', '［T1］', `[${handle}]`, ` ${handle} `])
    for (const reply of [`it is ${start}${citation}${end}`, { [`${start}${citation}`]: end }])
      expectRefused(reply, 'locked-token');
  for (const reply of [
    [start, 'T1', end],
    [start, handle.replace('frame:', ''), end],
    `${start}\\u005bT1\\u005d${end}`,
    `${start}\u001b[0m[T1]${end}`,
    'it is 47[T1]11',
    [...Buffer.from(word).toString('base64')].join('[T1]'),
    'Ver\u039ci[T1]thrax',
  ])
    expectRefused(reply, 'locked-token');
  for (const handle of ['[rule_ref:house.rule]', '(locked:1)', '[untold:1]', '[frame:0123456789abcdef]']) {
    const { reasons } = checkReply(`it is ${start}${handle}${end}`, { ...player, guard: set.guard });
    expect(reasons.map(({ code }) => code)).toContain('locked-token');
  }
  expectRefused('it is the mo[T1]on', 'forbidden-content');
  expect(checkReply(`${harmless} [T1], and ${handle} says so`, { ...player, guard: set.guard }).ok).toBe(
    true,
  );
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

/** The handle of a fact, known or not. */
async function guessed(payload: CanonicalValue): Promise<{ handle: string; factId: string }> {
  const [known] = await (await oracleWith([])).appendFacts([secret(payload, { gist: 'a dragon' })]);
  return known as NonNullable<typeof known>;
}

attack(
  'reply-id-guess',
  'an agent computes the id of a locked fact and sees whether it is refused',
  async () => {
    const right = await guessed({ name: word, hoard: 4711 });
    const wrong = await guessed({ name: word, hoard: 4712 });
    const verdicts = [right, wrong].map(({ handle, factId }) =>
      [factId, handle, { id: factId }, `as ${handle} says`, ['frame:', handle.slice('frame:'.length)]].map(
        (reply) => checkReply(reply, { ...player, guard: set.guard }).reasons.map(({ code }) => code),
      ),
    );
    expect(verdicts[0]).toEqual(verdicts[1]);
  },
);

attack(
  'reply-handle-guess',
  'an agent cites handles to learn which of them something locked quotes',
  async () => {
    const [quoted, other] = [await guessed({ tale: 1 }), await guessed({ tale: 2 })];
    const quoting = await compileWorkingSet(
      await oracleWith([secret({ source: quoted.handle }), fact(harmless)]),
      cursor,
      policy,
    );
    const asked = compilePromptPack(quoting, { consumer: 'player', guard: quoting.guard });
    const words = [quoted, other].map(({ handle }) => {
      const check = checkReply(`as ${handle} says`, { ...asked, guard: quoting.guard });
      return describeFaults(check);
    });
    expect(words).toEqual([['handle-not-allowed'], ['handle-not-allowed']]);
  },
);

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
