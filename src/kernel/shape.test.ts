/** Shapes: what fits, and how each place that does not is named. */
import { describe, expect, test } from 'vitest';
import {
  fields,
  isRecord,
  listOf,
  mappingOf,
  nullOr,
  oneOf,
  type Shape,
  satisfying,
  textLike,
  textUpTo,
} from './index.ts';

const word = textLike(/^[a-z]+$/, 'small letters');
const whole = satisfying(Number.isSafeInteger, 'a whole number');
const colour = fields({ name: word, hex: word }, ['name', 'hex']);
const thing = fields({ name: word, colour: nullOr(colour), parts: listOf(colour, 2) }, ['name']);

describe('a value fits', () => {
  test.each<[string, Shape, unknown]>([
    ['a predicate', whole, 3],
    ['a form', word, 'abc'],
    ['a length', textUpTo(3), 'abc'],
    ['one of a few', oneOf(['a', 1]), 1],
    ['null or another shape', nullOr(word), null],
    ['a list', listOf(word, 2), ['a', 'b']],
    ['a mapping', mappingOf(word, whole, 2), { a: 1, b: 2 }],
    ['fields, whatever is optional left out', thing, { name: 'a' }],
    ['fields, where undefined is left out', thing, { name: 'a', colour: undefined, other: undefined }],
    ['fields in fields', thing, { name: 'a', colour: null, parts: [{ name: 'b', hex: 'c' }] }],
  ])('%s', (_name, shape, value) => {
    expect(shape(value, 'a thing')).toEqual([]);
  });
});

describe('what does not fit is named by its path', () => {
  test.each<[Shape, unknown, readonly string[]]>([
    [whole, 0.5, ['wrong-value : a thing needs a whole number -> write a whole number']],
    [word, 7, ['wrong-value : a thing needs small letters -> write small letters']],
    [
      textUpTo(3),
      'abcd',
      ['wrong-value : a thing needs a text of at most 3 characters -> write a text of at most 3 characters'],
    ],
    [
      textUpTo(3),
      '\ud800',
      ['wrong-value : a thing needs a text of at most 3 characters -> write a text of at most 3 characters'],
    ],
    [
      oneOf(['light', 'dark']),
      'ligth',
      ['wrong-value : a thing needs one of light, dark (did you mean `light`?) -> write one of light, dark'],
    ],
    [
      oneOf([0, 1]),
      '1',
      ['wrong-value : a thing needs one of 0, 1 (did you mean `1`?) -> write one of 0, 1'],
    ],
    [nullOr(word), undefined, ['wrong-value : a thing needs small letters -> write small letters']],
    [
      listOf(word, 2),
      { 0: 'a' },
      ['wrong-value : a thing needs a list of at most 2 items -> write a list of at most 2 items'],
    ],
    [
      listOf(word, 2),
      ['a', 'b', 'c'],
      ['wrong-value : a thing needs a list of at most 2 items -> write a list of at most 2 items'],
    ],
    [
      listOf(word, 2),
      [1, 2],
      [
        'wrong-value 0: `0` needs small letters -> write small letters',
        'wrong-value 1: `1` needs small letters -> write small letters',
      ],
    ],
    [
      mappingOf(word, whole, 2),
      ['a'],
      ['wrong-value : a thing needs a mapping of at most 2 entries -> write a mapping of at most 2 entries'],
    ],
    [
      mappingOf(word, whole, 2),
      { a: 1, b: 2, c: 3 },
      ['wrong-value : a thing needs a mapping of at most 2 entries -> write a mapping of at most 2 entries'],
    ],
    [
      mappingOf(word, whole, 2),
      { 'a\n': 'x' },
      [
        'wrong-value a\n: the key `a\\u000a` of a thing needs small letters -> write small letters',
        'wrong-value a\n: `a\\u000a` needs a whole number -> write a whole number',
      ],
    ],
    [
      fields({ a: mappingOf(word, whole, 2) }, []),
      { a: { B: 1 } },
      ['wrong-value a.B: the key `B` of `a` needs small letters -> write small letters'],
    ],
    [thing, null, ['wrong-value : a thing needs a mapping with name -> write a mapping with name']],
    [
      fields({ a: word, b: word }, []),
      [],
      ['wrong-value : a thing needs a mapping with a, b -> write a mapping with a, b'],
    ],
    [thing, {}, ['missing : `name` is missing in a thing -> add `name`']],
    [thing, { name: null }, ['wrong-value name: `name` needs small letters -> write small letters']],
    [
      thing,
      { name: 'a', color: null },
      [
        'unknown-key color: `color` is not a key of a thing (did you mean `colour`?) -> the keys are name, colour, parts',
      ],
    ],
    [
      thing,
      JSON.parse('{"name": "a", "__proto__": {"name": "b"}}'),
      ['unknown-key __proto__: `__proto__` is not a key of a thing -> the keys are name, colour, parts'],
    ],
    [
      thing,
      { name: 'a', colour: 3 },
      ['wrong-value colour: `colour` needs a mapping with name, hex -> write a mapping with name, hex'],
    ],
    [
      thing,
      { name: 'a', colour: { name: 7, hxe: 'b' }, parts: [{ name: 'c', hex: '#' }] },
      [
        'unknown-key colour.hxe: `hxe` is not a key of `colour` (did you mean `hex`?) -> the keys are name, hex',
        'missing colour: `hex` is missing in `colour` -> add `hex`',
        'wrong-value colour.name: `colour.name` needs small letters -> write small letters',
        'wrong-value parts.0.hex: `parts.0.hex` needs small letters -> write small letters',
      ],
    ],
  ])('%#: %j', (shape, value, expected) => {
    const misfits = shape(value, 'a thing').map(
      ({ problem, path, message, remedy }) => `${problem} ${path.join('.')}: ${message} -> ${remedy}`,
    );
    expect(misfits).toEqual(expected);
  });
});

describe('a shape is shown as a JSON Schema', () => {
  const text = { description: 'small letters', type: 'string', pattern: '^[a-z]+$' };
  const ofColour = {
    type: 'object',
    properties: { name: text, hex: text },
    required: ['name', 'hex'],
    additionalProperties: false,
  };
  test.each<[string, Shape, unknown]>([
    ['a predicate, by what it needs', whole, { description: 'a whole number' }],
    ['a form', word, text],
    [
      'a length',
      textUpTo(3),
      { description: 'a text of at most 3 characters', type: 'string', maxLength: 3 },
    ],
    ['one of a few', oneOf(['a', 1]), { enum: ['a', 1] }],
    ['null or another', nullOr(word), { anyOf: [text, { type: 'null' }] }],
    ['a mapping', mappingOf(word, word, 2), { type: 'object', additionalProperties: text, maxProperties: 2 }],
    [
      'fields in lists in fields',
      fields({ parts: listOf(colour, 2) }, []),
      {
        type: 'object',
        properties: { parts: { type: 'array', items: ofColour, maxItems: 2 } },
        required: [],
        additionalProperties: false,
      },
    ],
    ['a check of its own, which says nothing', () => [], undefined],
  ])('%s', (_name, shape, expected) => {
    expect(shape.schema).toEqual(expected);
  });
});

test.each<[string, unknown, boolean]>([
  ['an object', {}, true],
  ['an object without a prototype', Object.create(null), true],
  ['a list', [], false],
  ['null', null, false],
  ['a text', 'text', false],
  ['a function', () => undefined, false],
])('tells whether %s is a record', (_, value, expected) => {
  expect(isRecord(value)).toBe(expected);
});
