// Asking until a reply keeps to its pack: how often, with which reasons, and who answers in the end.
import { describe, expect, test } from 'vitest';
import type { CanonicalValue } from '../../kernel/index.ts';
import { compileGuard, sealWorkingSet } from '../index.ts';
import { type AskedPack, askChecked, createRefusalLimit, type RefusalLimit } from './ask-checked.ts';
import { compilePromptPack } from './compile-prompt-pack.ts';
import { parsePack } from './parse-pack.ts';

const set = sealWorkingSet({
  mask_matrix: { version: 1, consumers: { agent: { clue: { public: 'full' } } } },
  facts_slice: [{ handle: 'frame:1', kind: 'clue', payload: 'the port was taken' }],
});

const guard = compileGuard([
  { handle: 'locked:1', tokens: ['Vermithrax'] },
  { handle: 'locked:2', tokens: ['Glaurung'] },
]);

/** Asks an agent that gives one reply after the other, and tells what it was told and how it was checked. */
async function ask(
  replies: readonly string[],
  further: { fallback?: string; retries?: number; refusals?: RefusalLimit } = {},
) {
  const { fallback, retries, refusals } = further;
  const told: CanonicalValue[] = [];
  const checks: string[] = [];
  const answer = askChecked<AskedPack, string>({
    compile: (rejected) => ({ ...compilePromptPack(set, { consumer: 'agent', style: { rejected } }), guard }),
    ask: ({ pack }) => {
      told.push(parsePack(pack).style.rejected ?? null);
      return replies[told.length - 1] ?? '';
    },
    replyOf: (reply) => reply,
    onChecked: ({ ok }, by) => checks.push(`${by} ${ok}`),
    ...(fallback !== undefined && { fallback: () => fallback }),
    ...(retries !== undefined && { retries }),
    ...(refusals && { refusals }),
  });
  const outcome = await answer.then(
    ({ answer: reply, by, attempts }) => ({ reply, by, attempts }),
    (error: { code: string; data: object }) => ({ code: error.code, ...error.data }),
  );
  return { outcome, told, checks };
}

describe('an agent is asked', () => {
  test('once, where its reply keeps to its pack', async () => {
    expect(await ask(['see [T1]'])).toEqual({
      outcome: { reply: 'see [T1]', by: 'agent', attempts: 1 },
      told: [[]],
      checks: ['agent true'],
    });
  });

  test('again, with the reasons in the pack', async () => {
    expect(await ask(['see [T9]', 'see [T1]'])).toEqual({
      outcome: { reply: 'see [T1]', by: 'agent', attempts: 2 },
      told: [[], ['label-unknown']],
      checks: ['agent false', 'agent true'],
    });
  });

  test('at most three times, and then the deterministic answer stands in, marked', async () => {
    const bad = ['[T2]', '[T3]', '[T4]', '[T1]'];
    expect(await ask(bad, { fallback: 'by rule: [T1]', retries: 9 })).toEqual({
      outcome: { reply: 'by rule: [T1]', by: 'fallback', attempts: 3 },
      told: [[], ['label-unknown'], ['label-unknown']],
      checks: ['agent false', 'agent false', 'agent false', 'fallback true'],
    });
  });

  test('once only, where asking again would change nothing', async () => {
    for (const retries of [0, Number.NaN]) {
      const { outcome, told } = await ask(['[T2]', '[T1]'], { retries });
      expect(outcome).toEqual({ code: 'agent-failed', reasons: ['label-unknown'] });
      expect(told).toHaveLength(1);
    }
  });

  test('in vain, where what answers in its place does not keep to the pack either', async () => {
    expect((await ask(Array(3).fill('[T2]'), { fallback: '[T5]' })).outcome).toMatchObject({
      code: 'agent-failed',
    });
  });

  test('not at all once too many replies about the case were refused', async () => {
    const refusals = createRefusalLimit(4);
    const asked = () => ask(Array(3).fill('[T2]'), { fallback: 'by rule', refusals });
    expect((await asked()).outcome).toEqual({ reply: 'by rule', by: 'fallback', attempts: 3 });
    expect((await asked()).outcome).toEqual({ reply: 'by rule', by: 'fallback', attempts: 1 });
    expect(await asked()).toEqual({
      outcome: { reply: 'by rule', by: 'fallback', attempts: 0 },
      told: [],
      checks: ['fallback true'],
    });
    expect((await ask(['fine'], { refusals })).outcome).toEqual({
      code: 'agent-failed',
      reasons: ['refusals-spent'],
    });
    for (const none of [0, -1, Number.NaN]) expect(createRefusalLimit(none).left).toBe(0);
  });
});
