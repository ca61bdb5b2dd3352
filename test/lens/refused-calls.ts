// Values that are of no use to the lens, and how a call with one ends: in a fault with a code that repeats no content.
import { expect } from 'vitest';
import { checkReply, compilePromptPack, type PackOptions } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet } from '../../src/disclosure/oracle/index.ts';
import { PenumbraError } from '../../src/kernel/index.ts';
import { cursor, fact, oracleWith, policy, secret } from './sample-world.ts';

const facts = [fact({ text: 'the gate stands open' }), secret({ name: 'Vermithrax' })];

/** A working set with one open and one locked fact. */
export const set = await compileWorkingSet(await oracleWith(facts), cursor, policy);

/** Options that fit. */
export const good: PackOptions = { consumer: 'keeper', guard: set.guard };

const { pack, envelope } = compilePromptPack(set, good);

/** A context for replies that fits. */
export const context = { pack, envelope, guard: set.guard };

/** A value that holds itself. */
export const cycle: Record<string, unknown> = {};
cycle.again = cycle;
/** A record whose member cannot be read. */
export const throwing = Object.defineProperty({}, 'inner', {
  enumerable: true,
  get: () => {
    throw new Error('a getter with Vermithrax');
  },
});
/** A record that cannot be looked at. */
export const trap = new Proxy(
  {},
  {
    get: () => {
      throw new Error('a trap with Vermithrax');
    },
    ownKeys: () => {
      throw new Error('a trap with Vermithrax');
    },
  },
);
/** A value of a depth without end. */
export const deep = nested(100_000);

/** Values that are of no use anywhere. */
export const useless: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 7],
  ['a text', 'Vermithrax'],
  ['an empty list', []],
  ['an empty record', {}],
  ['a function', () => 'Vermithrax'],
  ['a symbol', Symbol('Vermithrax')],
  ['a getter that throws', throwing],
  ['a proxy that throws', trap],
];

/** Sees that a call ends in a fault with a code and without content, and that the next one is served. */
export function checkRefused(call: () => unknown): void {
  const fault = faultOf(call);
  expect(fault).toBeInstanceOf(PenumbraError);
  const { code, message, data, hint } = fault as PenumbraError;
  expect(code).not.toBe('internal');
  expect(JSON.stringify([code, message, data, hint ?? ''])).not.toMatch(/vermithrax|stands open/i);
  expect(message).not.toMatch(/\[object|[Cc]annot read|is not a function|not iterable|\n/);
  expect(compilePromptPack(set, good).pack.hash).toBe(pack.hash);
  expect(checkReply('[T1]', context).ok).toBe(true);
}

function faultOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return 'no fault';
}

/** Calls something with what its types forbid. */
export function callWith(call: (...given: never[]) => unknown, ...given: readonly unknown[]): () => unknown {
  return () => (call as (...given: readonly unknown[]) => unknown)(...given);
}

function nested(levels: number): unknown {
  let value: unknown = 'Vermithrax';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
