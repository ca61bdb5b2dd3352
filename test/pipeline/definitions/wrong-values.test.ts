// A definition with a wrong value at each of its keys in turn: a finding at a place, never a crash.

import { expect, test } from 'vitest';
import { lintPipeline } from '../../../src/pipeline/index.ts';
import { expectAnswered } from './expect-answered.ts';

/** A file in which every key is used, as data. */
const whole = {
  pipeline: 'p',
  description: 'd',
  vars: { v: 1 },
  zones: { z: { nodes: ['a'], element: 'fire', stickiness: 1 } },
  nodes: [{ name: 'a', element: 'fire', family: 'f', artifact: 'x', masks: [], role: 'r' }, { name: 'b' }],
  edges: [
    {
      id: 'e1',
      name: 'n',
      from: 'a',
      to: 'a',
      shortcut: true,
      loop: true,
      condition: 'c',
      when: 'output.x',
      max: 1,
      advisory: false,
      targets: ['a'],
      target: 'output.t',
      set: { s: 'output.s' },
    },
    { id: 'e2', from: 'a', to: 'b' },
  ],
  terminals: ['_t'],
  start: 'a',
  done: '_done',
};
const wrong = [
  null,
  true,
  7,
  -1,
  0.5,
  Number.POSITIVE_INFINITY,
  'a b',
  '',
  [],
  [[]],
  {},
  { a: 1 },
  [null],
  'x'.repeat(11_000),
  '\ud800',
];

/** Every way into a value, and the value there. */
function waysInto(value: unknown, way: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [way];
  return [
    ...(way.length > 0 ? [way] : []),
    ...Object.entries(value).flatMap(([key, one]) => waysInto(one, [...way, key])),
  ];
}

function withValue(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, put));
  return copy;
}

test.each(waysInto(whole).map((way) => [way.join('.'), way] as const))(
  'a wrong value at %s is a finding or fits',
  (name, way) => {
    expect(lintPipeline(JSON.stringify(whole))).toEqual([]);
    // JSON has no infinity, so it is written as a number too large.
    const texts = wrong.map((one) =>
      JSON.stringify(withValue(whole, way, one === Number.POSITIVE_INFINITY ? '@' : one)).replaceAll(
        '"@"',
        '1e400',
      ),
    );
    const refused = texts.filter((text) => expectAnswered(text).length > 0);
    // Texts for people and values of variables may be nearly anything.
    expect(refused.length).toBeGreaterThanOrEqual(/description|condition|vars\.v/.test(name) ? 5 : 10);
  },
);
