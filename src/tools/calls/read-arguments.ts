/** Reads the arguments of a call, which may be anything: returns a validated copy, or how to correct them. */
import { assertInvariant, deepFreeze, isRecord } from '../../kernel/index.ts';
import { type ArgumentSchema, fitArguments } from './argument-schema.ts';
import { toolLimits } from './tool-limits.ts';

/** Valid arguments, or the remedy. The remedy of a shape repeats nothing from the input. */
type ReadArguments = { readonly values: { readonly [name: string]: unknown } } | { readonly remedy: string };

/** Reads arguments by the schema of a command. Missing arguments count as an empty mapping. */
export async function readArguments(given: unknown, schema: ArgumentSchema): Promise<ReadArguments> {
  // Copying costs more than the rest of a short call, so it is skipped if there is nothing to copy.
  const copy = given === undefined || given === null ? {} : copyOf(given);
  if (copy === undefined) return { remedy: 'write the arguments as plain JSON' };
  const fit = await fitArguments(copy, schema);
  if ('remedy' in fit) return fit;
  // INVARIANT (what was decided is what is done): a schema may create new values, and nobody can change them
  // afterwards.
  const values = fit.fitting === copy ? copy : copyOf(fit.fitting);
  assertInvariant(values, 'the schema of a command makes a mapping of plain values');
  return { values: deepFreeze({ ...values }) };
}

/** No argument is longer than a file written as base64. */
const MOST_LETTERS = 2 * toolLimits.changedFileBytes;

/** The copy is what gets checked, even if the original returns something different each time. */
function copyOf(given: unknown): object | undefined {
  try {
    const copy: unknown = structuredClone(given);
    // INVARIANT (what a person approves is what is done): other kinds of values would all be shown as `{}`.
    if (!isRecord(copy)) return undefined;
    const length = measureJson(copy, MOST_LETTERS);
    return length !== null && length <= MOST_LETTERS ? copy : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Measures a value as JSON without serializing it, because a value that contains one part many times would
 * become huge. Returns null for anything that is not JSON, so that two different values never have the same
 * text.
 */
export function measureJson(value: unknown, most: number): number | null {
  const waiting: unknown[] = [value];
  let length = 0;
  while (waiting.length > 0 && length <= most) {
    const next = waiting.pop();
    const own = lengthOf(next);
    if (own === null) return null;
    length += own;
    if (typeof next !== 'object' || next === null) continue;
    // Undefined members are not serialized.
    for (const part of Object.values(next)) if (part !== undefined) waiting.push(part);
  }
  return length;
}

/** The length of a value without its parts. */
function lengthOf(value: unknown): number | null {
  if (value === null || typeof value === 'boolean') return 4;
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return Number.isFinite(value) ? 1 : null;
  if (typeof value !== 'object') return null;
  const keys = Object.keys(value);
  if (Array.isArray(value))
    return keys.length === value.length && !value.includes(undefined) ? 2 + keys.length : null;
  if (Object.getPrototypeOf(value) !== Object.prototype) return null;
  return keys.reduce((sum, key) => sum + key.length + 3, 2);
}
