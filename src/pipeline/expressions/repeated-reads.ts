/**
 * What a pass over a list reads anew for every item, and what that may cost. A text of a million characters is looked
 * through in no time; looked through for each of ten thousand items it stops a walk.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { CelValue } from './cel-values.ts';
import { childrenOf } from './check-expression.ts';

/** The way to a field that is read for every item: `output`, then keys. */
type FieldPath = readonly [record: string, ...keys: (string | bigint)[]];

type Records = { readonly [name: string]: ReadonlyMap<string, CelValue> };

/** The most that is looked at in passes: characters and values read for every item, times items. */
const MAX_REPEATED = 10_000_000;

const records: readonly string[] = ['output', 'state', 'config'];

/** Returns the fields that a pass reads besides its item. */
export function repeatedReadsOf(tree: ASTNode, isInsidePass = false): readonly FieldPath[] {
  const path = isInsidePass ? fieldPath(tree) : null;
  if (path !== null) return [path];
  return childrenOf(tree).flatMap(([child, isBody]) => repeatedReadsOf(child, isInsidePass || isBody));
}

/** Throws where the passes of an expression would look at too much; `known` are the fields the expression reads. */
export function requireAffordable(
  repeated: readonly FieldPath[],
  opened: Records,
  known: readonly CelValue[],
): void {
  const weight = repeated.reduce((sum, path) => sum + weigh(valueAt(path, opened)), 0);
  const items = known.reduce<number>((most, value) => Math.max(most, longestIn(value)), 0);
  if (weight * items > MAX_REPEATED)
    throw new RangeError(
      `too large to decide: ${weight} characters and values would be read for each of ${items} items`,
    );
}

function fieldPath(tree: ASTNode): FieldPath | null {
  if (tree.op === 'id') return records.includes(tree.args) ? [tree.args] : null;
  if (tree.op !== '.' && tree.op !== '[]') return null;
  const [owner, key] = tree.args;
  const path = fieldPath(owner);
  const name = typeof key === 'string' ? key : key.op === 'value' ? key.args : null;
  return path !== null && (typeof name === 'string' || typeof name === 'bigint') ? [...path, name] : null;
}

function valueAt([record, ...keys]: FieldPath, opened: Records): CelValue | ReadonlyMap<string, CelValue> {
  let value: unknown = opened[record];
  for (const key of keys)
    value = value instanceof Map ? value.get(key) : Array.isArray(value) ? value[Number(key)] : null;
  return (value ?? null) as CelValue;
}

function weigh(value: CelValue | ReadonlyMap<string, CelValue>): number {
  if (typeof value === 'string') return value.length;
  let weight = 1;
  for (const one of partsOf(value)) weight += weigh(one);
  return weight;
}

function longestIn(value: CelValue): number {
  let longest = Array.isArray(value) ? value.length : value instanceof Map ? value.size : 0;
  for (const one of partsOf(value)) longest = Math.max(longest, longestIn(one));
  return longest;
}

function partsOf(value: unknown): Iterable<CelValue> {
  if (Array.isArray(value)) return value;
  return value instanceof Map ? value.values() : [];
}
