// What an agent may return or throw: whatever it is, the step fails with a reason, and the walk goes on when it is mended.

import { describe, expect, test } from 'vitest';
import type { Ask } from '../../../src/pipeline/index.ts';
import { straight } from '../sample-walks.ts';
import { goOn, memoryLedger } from './recorded-walks.ts';

const good: Ask = ({ name }) => ({ type: name, data: {} });

const deep = () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 10_000; depth++) value = { value };
  return value;
};
const circle: Record<string, unknown> = {};
circle.self = circle;
const hostile = (traps: ProxyHandler<object>) => new Proxy({}, traps);
const boom = (): never => {
  throw new Error('a trap');
};
const thrower =
  (value: unknown): (() => never) =>
  () => {
    throw value;
  };

const atLast =
  (wrong: Ask): Ask =>
  (node, context, signal) =>
    (node.name === 'b' ? wrong : good)(node, context, signal);

describe('garbage of an agent fails the step and nothing else:', () => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a function', () => 1],
    ['a text', 'done'],
    ['a list', [{ type: 'b', data: {} }]],
    ['a symbol', Symbol('x')],
    ['a number of any size', 10n ** 30n],
    ['a type that is none', { type: 5, data: {} }],
    ['a function in its data', { type: 'b', data: { run: () => 1 } }],
    ['a symbol in its data', { type: 'b', data: { mark: Symbol('x') } }],
    ['NaN', { type: 'b', data: { n: Number.NaN } }],
    ['infinity', { type: 'b', data: { n: Number.POSITIVE_INFINITY } }],
    ['a confidence beyond all', { type: 'b', confidence: 2, data: {} }],
    ['a confidence of words', { type: 'b', confidence: 'high', data: {} }],
    ['a circle', { type: 'b', data: circle }],
    ['a depth of ten thousand', { type: 'b', data: { deep: deep() } }],
    ['five million letters', { type: 'b', data: { text: 'x'.repeat(5_000_000) } }],
    ['half a letter', { type: 'b', data: { text: '\ud800' } }],
    [
      'a getter that throws',
      { type: 'b', data: Object.defineProperty({}, 'x', { enumerable: true, get: boom }) },
    ],
    [
      'a proxy whose every trap throws',
      hostile({ get: boom, has: boom, ownKeys: boom, getPrototypeOf: boom }),
    ],
    ['a proxy in its data', { type: 'b', data: hostile({ ownKeys: boom }) }],
    ['a then that throws', Object.fromEntries([['then', boom]])],
    ['the mark of a decimal', { type: 'b', data: { n: { $decimal: 'x' } } }],
  ])('%s', async (_what, value) => {
    await expectFailed(() => value as never);
  });

  test.each<[string, () => never]>([
    ['nothing', thrower(undefined)],
    ['null', thrower(null)],
    ['what has no text', thrower(Object.create(null))],
    ['a symbol', thrower(Symbol('x'))],
    [
      'an error whose message throws',
      thrower(Object.defineProperty(new Error('x'), 'message', { get: boom })),
    ],
    ['an error whose message is none', thrower(Object.assign(new Error('x'), { message: 5 }))],
    ['a proxy whose every trap throws', thrower(hostile({ get: boom, has: boom, getPrototypeOf: boom }))],
    ['a million letters', thrower(new Error('x'.repeat(1_000_000)))],
  ])('thrown %s', async (_what, wrong) => {
    await expectFailed(wrong);
  });

  test('a prototype in its data is a field like any other', async () => {
    const data = JSON.parse('{"__proto__": {"isGood": true}, "constructor": 1}');
    const ask: Ask = ({ name }) => ({ type: name, data });
    const result = await goOn(memoryLedger(), straight, { ask });
    expect(result.status).toBe('done');
    expect(JSON.stringify(result.outputs.b?.data)).toBe(JSON.stringify(data));
    expect(({} as { isGood?: boolean }).isGood).toBeUndefined();
  });

  test('a number of any size in its data is the same before and after it was recorded', async () => {
    const seen: unknown[] = [];
    const ask: Ask = ({ name }, { prior }) => {
      if (name === 'b') seen.push(prior?.data);
      return { type: name, data: { small: 1n, large: 10n ** 30n } };
    };
    const ledger = memoryLedger();
    await goOn(ledger, straight, { ask, limits: { maxSteps: 1 } });
    await goOn(ledger, straight, { ask });
    await goOn(memoryLedger(), straight, { ask });
    expect(seen).toEqual([1, 2].map(() => ({ small: 1, large: 10n ** 30n })));
  });

  async function expectFailed(wrong: Ask): Promise<void> {
    const ledger = memoryLedger();
    const result = await goOn(ledger, straight, { ask: atLast(wrong) });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'agent-failed' }, visited: ['a', 'b'] });
    expect(result.error?.message).toMatch(/^no artifact at `b`: ./);
    expect(result.error?.message.length).toBeLessThan(1_100);
    expect((await goOn(ledger, straight, { ask: good, isRetried: true })).status).toBe('done');
  }
});
