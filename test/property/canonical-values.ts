// A seeded corpus of values with a canonical form, small ones first, and the wire form in which they go to Python.

import type { CanonicalValue } from '../../src/kernel/index.ts';

/** Texts that writers of JSON get wrong: escapes, borders of planes, words of the language, other texts' beginnings. */
const hardTexts = [
  '',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\b\f\n\r\t\v',
  '\u001f',
  ' ',
  '"',
  '\\',
  '\\u00e9',
  '/',
  '</script>',
  '~',
  '\u007f',
  '\u0080',
  '\u00e9',
  'e\u0301',
  '\u2028',
  '\u2029',
  '\ud7ff',
  '\ue000',
  '\ufeff',
  '\uffff',
  '\u{10000}',
  '\u{1f600}',
  '\u{10ffff}',
  '0',
  '00',
  '10',
  '9',
  '-1',
  'a',
  'a\u0000',
  'aa',
  'B',
  '\uff61',
  'a\uff61',
  'a\u{1f600}',
  '\u{1f600}\uff61',
  '\uff61\u{1f600}',
];

const hardNumbers: readonly (number | bigint)[] = [
  0,
  1,
  -1,
  9,
  10,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  BigInt(Number.MAX_SAFE_INTEGER) + 1n,
  BigInt(Number.MIN_SAFE_INTEGER) - 1n,
  2n ** 63n,
  2n ** 64n,
  10n ** 30n,
  -(10n ** 30n),
  10n ** 400n + 7n,
];

/** Values worth a look by eye; they lead the corpus. */
const namedValues: readonly CanonicalValue[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [{}],
  ...hardNumbers,
  ...hardTexts,
  recordOf(hardTexts.map((text, index) => [text, index])),
  recordOf([['__proto__', recordOf([['__proto__', null]])]]),
  recordOf([
    ['\u{1f600}', 1],
    ['\uff61', 2],
    ['\ud7ff', 3],
    ['z', 4],
  ]),
  recordOf([
    ['10', 1],
    ['9', 2],
    ['1', 3],
    ['01', 4],
  ]),
  nested(60, (inner) => [inner]),
  nested(60, (inner) => ({ a: inner, A: 1 })),
  nested(511, (inner) => [inner]),
  nested(511, (inner) => ({ '': inner })),
];

/** Returns `count` values, the same for the same seed. */
export function canonicalValues(options: {
  readonly seed: number;
  readonly count: number;
}): CanonicalValue[] {
  const random = createRandom(options.seed);
  const values = [...namedValues];
  while (values.length < options.count) {
    const size = (3 * values.length) / options.count;
    values.push(random(8) === 0 ? anyScalar(random) : anyContainer(random, size));
  }
  return values.slice(0, options.count);
}

/** Returns the same value with the keys of every record put in by another order. */
export function withOtherInsertionOrder(value: CanonicalValue, seed: number): CanonicalValue {
  const random = createRandom(seed);
  const reorder = (item: CanonicalValue): CanonicalValue => {
    if (typeof item !== 'object' || item === null) return item;
    if (isList(item)) return item.map(reorder);
    const entries = Object.entries(item).map(([key, inner]) => [key, reorder(inner)] as const);
    return recordOf(shuffled(entries, random));
  };
  return reorder(value);
}

/** Writes a value as ASCII JSON in insertion order, by other means than the kernel's. */
export function toWire(value: CanonicalValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return asciiOf(JSON.stringify(value));
  if (isList(value)) return `[${value.map(toWire).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${toWire(key)}: ${toWire(inner)}`)
    .join(', ')}}`;
}

/** Reads what `toWire` wrote. */
export function fromWire(wire: string): CanonicalValue {
  const revive = (_key: string, value: unknown, context: { source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? BigInt(context.source ?? '') : value;
  return JSON.parse(wire, revive as (key: string, value: unknown) => unknown) as CanonicalValue;
}

type Random = (below: number) => number;

function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function anyValue(random: Random, size: number): CanonicalValue {
  return size > 0.5 && random(10) < 4 ? anyContainer(random, size) : anyScalar(random);
}

function anyContainer(random: Random, size: number): CanonicalValue {
  const length = 1 + random(Math.ceil(size) + 1);
  if (random(4) === 0) return Array.from({ length }, () => anyValue(random, size - 0.7));
  return recordOf(Array.from({ length: length * 2 }, () => [anyText(random), anyValue(random, size - 0.7)]));
}

function anyScalar(random: Random): CanonicalValue {
  switch (random(6)) {
    case 0:
      return pick(random, [null, true, false]);
    case 1:
      return pick(random, hardNumbers);
    case 2:
      return anyInteger(random);
    default:
      return anyText(random);
  }
}

function anyInteger(random: Random): number | bigint {
  const digits = Array.from({ length: 1 + random(40) }, () => random(10)).join('');
  const integer = BigInt(random(2) === 0 ? digits : `-${digits}`);
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number + 0 : integer;
}

function anyText(random: Random): string {
  const parts = Array.from({ length: random(6) }, () =>
    random(3) === 0 ? pick(random, hardTexts) : anyCharacter(random),
  );
  return parts.join('');
}

/** Any character but a surrogate, from each range about equally often. */
function anyCharacter(random: Random): string {
  const [first, size] = pick(random, [
    [0, 0x80],
    [0x20, 0x5f],
    [0x61, 3],
    [0x80, 0x780],
    [0xd700, 0x100],
    [0xe000, 0x2000],
    [0x10000, 0x100000],
  ] as const);
  return String.fromCodePoint(first + random(size));
}

/** Makes a record; `__proto__` becomes a key like any other. */
function recordOf(entries: readonly (readonly [string, CanonicalValue])[]): {
  [key: string]: CanonicalValue;
} {
  return Object.fromEntries(entries);
}

function nested(levels: number, wrap: (inner: CanonicalValue) => CanonicalValue): CanonicalValue {
  let value: CanonicalValue = wrap(0);
  for (let level = 1; level < levels; level++) value = wrap(value);
  return value;
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [result[last], result[other]] = [result[other] as Item, result[last] as Item];
  }
  return result;
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

function isList(value: CanonicalValue): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}

function asciiOf(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
