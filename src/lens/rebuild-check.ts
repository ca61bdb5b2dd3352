/** What it takes to say that a pack was compiled again to the byte: a key of its inputs, and the first difference. */
import type { WorkingSetBytes } from '../disclosure/index.ts';
import { canonicalHash, type Sha256 } from '../kernel/index.ts';
import type { PackOptions } from './compile-prompt-pack.ts';
import { parsePack } from './parse-pack.ts';
import { LENS_COMPILER, type PackBytes } from './prompt-pack.ts';

/** Returns the key of a compilation: everything its bytes depend on. A ledger keeps it with the hash of the pack. */
export function packKey(
  { id }: Pick<WorkingSetBytes, 'id'>,
  { consumer, beat, style }: PackOptions,
  maskMatrixId: string,
): Sha256 {
  return canonicalHash({
    working_set_id: id,
    consumer,
    mask_matrix_id: maskMatrixId,
    compiler: LENS_COMPILER,
    beat_hash: canonicalHash(beat ?? null),
    style_hash: canonicalHash(style ?? null),
  });
}

/** Names the first part in which two packs differ, or returns null for equal ones; it tells no content. */
export function firstDifference(left: PackBytes, right: PackBytes): string | null {
  if (left.hash === right.hash) return null;
  return differenceIn(parsePack(left), parsePack(right), 'pack');
}

function differenceIn(left: unknown, right: unknown, path: string): string | null {
  if (Object.is(left, right)) return null;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return path;
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  for (const [index, key] of keys.entries()) {
    // Only the pack's own fields are named; below them stand payloads, so members are told by number.
    const step = path === 'pack' ? key : `${path}.${index}`;
    if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key)) return step;
    const found = differenceIn(a[key], b[key], step);
    if (found !== null) return found;
  }
  return null;
}
