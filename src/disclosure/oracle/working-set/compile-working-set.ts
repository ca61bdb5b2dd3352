/** Compiles what an agent may be told at a cursor under a policy into the bytes of a working set, with their guard. */

import { canonicalize, type Sha256, sha256 } from '../../../kernel/index.ts';
import { discloseWorkingSet, keepWritten, type LeakGuard, workingSetId } from '../../index.ts';
import { requireCursor, type StoryCursor } from '../facts/story-cursor.ts';
import type { Oracle } from '../knowledge/oracle.ts';
import { definePolicy, type PolicyDraft } from '../policy.ts';
import type { BuiltWorkingSet } from './build-working-set.ts';
import { readAndBuild, type WorkingSetOptions } from './read-and-build.ts';

/** A working set, ready for the lens. The guard lives in memory only. */
export type CompiledWorkingSet = {
  readonly bytes: Uint8Array;
  readonly id: string;
  readonly hash: Sha256;
  readonly guard: LeakGuard;
};

/** Compiles a working set; equal knowledge, cursor, policy and frames give equal bytes. */
export async function compileWorkingSet(
  oracle: Oracle,
  cursor: StoryCursor,
  draft: PolicyDraft,
  options: WorkingSetOptions = {},
): Promise<CompiledWorkingSet> {
  const policy = definePolicy(draft);
  await oracle.adoptPolicy(policy);
  requireCursor(cursor);
  await oracle.placeUnlocks(cursor);
  const { built } = await readAndBuild(oracle, cursor, policy, options);
  const locks = [...built.derived].flatMap(([handle, { by }]) =>
    Array.from(by, (locked) => ({ handle, by: locked })),
  );
  if (locks.length > 0) await oracle.recordDerivedLocks(locks);
  return sealBuilt(built);
}

/** Returns the bytes of what was built, with the guard that knows it by its ordinals. */
export function sealBuilt({ workingSet, guard, ordinals }: BuiltWorkingSet): CompiledWorkingSet {
  const bytes = canonicalize(workingSet);
  const id = workingSetId(bytes);
  keepWritten({ bytes, id }, workingSet);
  return Object.freeze({
    bytes,
    id,
    hash: sha256(bytes),
    guard: guard.bind(id, {
      names: ordinals,
      idFor: (consumer) => discloseWorkingSet({ workingSet, id }, consumer).id,
    }),
  });
}
