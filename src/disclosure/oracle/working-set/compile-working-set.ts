/**
 * Compiles what an agent may see at a cursor under a policy into the bytes of a working set, with its guard.
 */
import { type CanonicalValue, canonicalize, type Sha256, sha256 } from '../../../kernel/index.ts';
import { discloseWorkingSet, keepWritten, type LeakGuard, workingSetId } from '../../index.ts';
import { definePolicy, type OraclePolicy, type PolicyDraft } from '../facts/policy.ts';
import { requireCursor, type StoryCursor } from '../facts/story-cursor.ts';
import { type Oracle, requireCounter } from '../knowledge/oracle.ts';
import type { OracleView } from '../log/oracle-state.ts';
import { type BuiltWorkingSet, buildWorkingSet } from './build-working-set.ts';
import { type Candidate, type ComposedFrame, collectCandidates } from './collect-candidates.ts';

/** Inputs of a compilation apart from the oracle's own knowledge. */
export type WorkingSetOptions = {
  /** Frames of the context, in any order. */
  readonly frames?: readonly ComposedFrame[];
  /** Opens the sealed payload of a locked item; the guard looks for the result. */
  readonly reveal?: (payload: CanonicalValue) => CanonicalValue;
};

/** A working set for the lens. The guard exists only in memory. */
export type CompiledWorkingSet = {
  readonly bytes: Uint8Array;
  readonly id: string;
  readonly hash: Sha256;
  readonly guard: LeakGuard;
};

/** Compiles a working set. Equal knowledge, cursor, policy and frames give equal bytes. */
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

/** Returns the bytes of a built working set, and its guard, which reports locked items by ordinal. */
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

/** What an oracle knew, and the working set built from it. */
export type OracleReading = {
  readonly view: OracleView;
  readonly policy: OraclePolicy;
  readonly candidates: readonly Candidate[];
  readonly built: BuiltWorkingSet;
};

/** Builds a working set from what an oracle knows now, without writing anything. */
export async function readAndBuild(
  oracle: Oracle,
  cursor: StoryCursor,
  policy: OraclePolicy,
  { frames = [], reveal }: WorkingSetOptions,
): Promise<OracleReading> {
  requireCursor(cursor);
  const counter = requireCounter(oracle.counters, policy.budget.counter);
  const view = await oracle.read();
  const collected = collectCandidates(view, cursor, frames);
  const candidates =
    reveal === undefined
      ? collected
      : collected.map((one) => (one.isLocked ? { ...one, payload: reveal(one.payload) } : one));
  const built = buildWorkingSet({ candidates, state: view.state, cursor, policy, counter });
  return { view, policy, candidates, built };
}
