/** YAML from outside: what is read, where its parts begin, and what is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parseYamlDocument, readYaml, type YamlText } from './index.ts';

function read(text: string): YamlText {
  const outcome = readYaml(text);
  if ('fault' in outcome) throw new Error(outcome.fault);
  return outcome;
}

function refusal(text: string): string {
  const outcome = readYaml(text);
  return 'fault' in outcome
    ? `${outcome.kind} ${outcome.line}:${outcome.column}: ${outcome.fault}`
    : 'accepted';
}

describe('a text', () => {
  test.each([
    ['', null],
    ['# nothing', null],
    ['a', 'a'],
    ['a: 1\nb: [x, true, null, 0.5]\n', { a: 1, b: ['x', true, null, 0.5] }],
    ['a:\n  - b:\n', { a: [{ b: null }] }],
    ['1: a\ntrue: b', { 1: 'a', true: 'b' }],
    ['%YAML 1.1\n---\na: yes\nb: 2026-01-01', { a: 'yes', b: '2026-01-01' }],
    ['a: |\n  x\n  y\n', { a: 'x\ny\n' }],
  ])('%j is plain data', (text, value) => {
    expect(read(text).value).toEqual(value);
  });

  test('keeps a key `__proto__` as a key', () => {
    const value = read('__proto__: {a: 1}').value as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('of any plain value is read as that value', () => {
    const key = fc.string({ unit: 'grapheme', maxLength: 8 });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', maxDepth: 8 },
        fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (one) => {
        expect(read(stringify(one, { aliasDuplicateObjects: false })).value).toEqual(one);
      }),
    );
  });
});

describe('the place of a path', () => {
  const text = `a: one
b:
  - c: two
    d:
  - {e: three}
1: four
f: [x,
  y]
`;

  test.each<[path: readonly (string | number)[], key: string, value: string]>([
    [[], '1:1', '1:1'],
    [['a'], '1:1', '1:4'],
    [['b'], '2:1', '3:3'],
    [['b', 0], '3:5', '3:5'],
    [['b', 0, 'c'], '3:5', '3:8'],
    [['b', 0, 'd'], '4:5', '4:5'],
    [['b', 1, 'e'], '5:6', '5:9'],
    [['1'], '6:1', '6:4'],
    [['f', 1], '8:3', '8:3'],
    [['b', 1, 'missing'], '5:5', '5:5'],
    [['b', 7], '2:1', '3:3'],
    [['a', 'deeper', 'still'], '1:1', '1:4'],
    [['missing', 'a'], '1:1', '1:1'],
  ])('%j', (path, key, value) => {
    const { keyAt, valueAt } = read(text);
    const write = ({ line, column }: { line: number; column: number }) => `${line}:${column}`;
    expect([write(keyAt(path)), write(valueAt(path))]).toEqual([key, value]);
  });

  test('in an empty text is its beginning', () => {
    expect(read('').keyAt(['a'])).toEqual({ line: 1, column: 1 });
  });
});

describe('a text is refused', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  test.each([
    ['a: [', 'syntax 1:5: flow sequence in block collection must be sufficiently indented and end with a ]'],
    ['a: &x 1\nb: *x', 'syntax 2:4: `*x` needs to be written out'],
    ['a: !secret b', 'syntax 1:4: unresolved tag: !secret'],
    ['? [a]\n: 1', 'syntax 1:3: a key needs to be a word'],
    ['a: 1\n"a": 2', 'duplicate-key 2:1: the key `a` is given twice'],
    ['a: {1: x, "1": y}', 'duplicate-key 1:11: the key `1` is given twice'],
    [`a: ${deep(17)}`, 'syntax 1:20: nesting deeper than 16'],
    [`# ${'x'.repeat(256 * 1024)}`, 'syntax 1:1: the text is longer than 262144 characters'],
  ])('%#', (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });

  test('where it is a second document', () => {
    expect(refusal('a: 1\n---\na: 2')).toBe(
      'syntax 2:1: a second document begins here, and only one is read',
    );
  });

  test('where the parser itself would overflow', () => {
    expect(refusal(deep(20_000))).toMatch(/^syntax 1:\d+: the text is nested too deeply$/);
  });

  test('at the limits not yet', () => {
    expect(refusal(deep(17))).toBe('accepted');
    expect(refusal(`# ${'x'.repeat(256 * 1024 - 2)}`)).toBe('accepted');
  });

  test('and never throws, whatever it holds', () => {
    const piece = fc.constantFrom(
      ...['a', ': ', '\n', '  ', '- ', '{', '}', '[', ']', '? ', '&x ', '*x', '!t ', '"', '#', '|', '---'],
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 80 }),
    );
    fc.assert(
      fc.property(text, (one) => {
        expect(refusal(one)).toMatch(/^(accepted$|(syntax|duplicate-key) \d+:\d+: .)/);
      }),
    );
  });
});

test('a document keeps its comments', () => {
  expect(parseYamlDocument('a: 1 # why\n').toString()).toBe('a: 1 # why\n');
});
