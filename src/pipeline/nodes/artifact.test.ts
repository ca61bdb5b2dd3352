/** Artifacts in their recorded form: exact, frozen, made once, and refused where they have no canonical text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText } from '../../kernel/index.ts';
import { type Artifact, type RecordedArtifact, readArtifact, recordArtifact, wholeData } from '../index.ts';
import { copyData } from '../masks/equip-mask.ts';

const recorded = (data: unknown) => recordArtifact({ type: 't', data } as Artifact);

function refusal(data: unknown): string {
  try {
    return `recorded as ${canonicalText(recorded(data))}`;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each<[string, unknown, unknown]>([
  ['a decimal', { a: 0.25 }, { a: { $decimal: '2500' } }],
  ['a decimal that is whole at four places', { a: 0.99999 }, { a: 1 }],
  ['zero below zero', { a: -0 }, { a: 0 }],
  ['a whole number of any size', { a: 1n, b: 10n ** 30n }, { a: 1, b: 10n ** 30n }],
  ['a field that is undefined', { a: undefined, b: 1 }, { b: 1 }],
  ['a field under a symbol', { [Symbol('s')]: 1, b: 1 }, { b: 1 }],
  ['a list in a list', { a: [[0.5], []] }, { a: [[{ $decimal: '5000' }], []] }],
])('%s is recorded in its canonical form', (_name, data, expected) => {
  expect(recorded(data).data).toStrictEqual(expected);
});

test.each<[string, unknown, string]>([
  ['a mark of its own', { a: { $decimal: '1' } }, '`$decimal` is a key of its own kind'],
  ['a function', { a: () => 1 }, 'a value of type function at $.data.a'],
  ['a hole', { a: new Array(1) }, 'a value of type undefined at $.data.a[0]'],
  ['half a character', { a: '\ud800' }, 'a lone surrogate at $.data.a'],
  ['half a character in a key', { '\ud800': 1 }, 'a lone surrogate in a key'],
  ['no number', { a: Number.NaN }, 'NaN is no number'],
  ['too many characters', { a: 'x'.repeat(4 * 1024 * 1024) }, 'it is longer than 4194304 characters'],
  ['few characters with long escapes', { a: 'é'.repeat(700_000) }, 'it is longer than 4194304 characters'],
])('an artifact with %s is refused', (_name, data, reason) => {
  expect(refusal(data)).toContain(reason);
});

test('a text of some megabytes is recorded', () => {
  expect(recorded({ a: 'x'.repeat(4_000_000) }).data.a).toHaveLength(4_000_000);
});

test('a field called like the prototype is a field', () => {
  const { data } = recorded(JSON.parse('{"__proto__": {"isAdmin": true}}'));
  expect(canonicalText(data)).toBe('{"__proto__":{"isAdmin":true}}');
  expect('isAdmin' in data).toBe(false);
  expect(Object.keys(readArtifact(recorded(JSON.parse('{"__proto__": 1}'))).data)).toEqual(['__proto__']);
});

test('both forms are frozen, and what is frozen is shared', () => {
  const form = recordArtifact({ type: 't', confidence: 0.5, data: { a: [{ b: 0.5 }], c: [{ d: 'e' }] } });
  const artifact = readArtifact(form);
  expect(artifact).toEqual({ type: 't', confidence: 0.5, data: { a: [{ b: 0.5 }], c: [{ d: 'e' }] } });
  expect(artifact.data.c).toBe(form.data.c);
  expect(recordArtifact(artifact)).toEqual(form);
  expect(copyData({ prior: artifact }).prior).toBe(artifact);
  const thawed = Object.freeze({ ...artifact, data: Object.freeze({ a: [1] }) });
  expect(copyData(thawed)).toEqual(thawed);
  expect(copyData(thawed).data.a).not.toBe(thawed.data.a);
  for (const frozen of [
    form,
    form.data,
    form.data.a,
    artifact,
    artifact.data,
    artifact.data.a,
    artifact.data.c,
  ])
    expect(Object.isFrozen(frozen)).toBe(true);
});

test.each([6.312714227785951e295, -1.2345e306, 2 ** 53 + 2])('%d is read back as it was', (value) => {
  expect(readArtifact(recorded({ value })).data).toEqual({ value });
});

test('what was stored and parsed can still change, so it is read anew', () => {
  const stored = JSON.parse(canonicalText(recorded({ a: [1] }))) as RecordedArtifact;
  const first = readArtifact(stored);
  (stored.data.a as number[]).push(2);
  expect(first.data).toEqual({ a: [1] });
  expect(readArtifact(stored).data).toEqual({ a: [1, 2] });
});

test('whatever is made of JSON is recorded canonically, and read back to four places', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (data) => {
      let form: RecordedArtifact;
      try {
        form = recorded(data);
      } catch {
        return;
      }
      expect(JSON.parse(canonicalText(form))).toEqual(form);
      expect(recordArtifact(copyData(readArtifact(form)))).toEqual(form);
    }),
  );
});

test.each([
  ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])],
  ['a set', new Set([1])],
  ['a boxed number', Object(1)],
  ['an error', new Error('no')],
  ['an instance of a class', new (class Thing {})()],
])('%s in an artifact is refused, not kept as an empty record', (_what, value) => {
  expect(() => recordArtifact({ type: 'a', data: { deep: [{ value }] } })).toThrow('neither a plain value');
});

test.each<[string, Artifact, Artifact['data']]>([
  ['has its own confidence', { type: 't', confidence: 0.9, data: { a: 1 } }, { a: 1, confidence: 0.9 }],
  ['has a confidence of zero, too', { type: 't', confidence: 0, data: {} }, { confidence: 0 }],
  ['has none where there is none', { type: 't', data: { a: 1 } }, { a: 1 }],
  [
    'has its own before one in its data',
    { type: 't', confidence: 1, data: { confidence: 0 } },
    { confidence: 1 },
  ],
])('the whole data of an artifact %s', (_name, artifact, expected) => {
  const whole = wholeData(artifact);
  expect(whole).toEqual(expected);
  expect(Object.keys(whole)).toHaveLength(Object.keys(expected).length);
});
