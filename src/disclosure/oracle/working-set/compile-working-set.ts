/** Compiles what an agent may be told at a cursor under a policy into the bytes of a working set, with their guard. */
import { type CanonicalValue, canonicalize, type Sha256, sha256 } from '../../../kernel/index.ts';
import { discloseWorkingSet, keepWritten, type LeakGuard, workingSetId } from '../../index.ts';
import { definePolicy, type OraclePolicy, type PolicyDraft } from '../facts/policy.ts';
import { requireCursor, type StoryCursor } from '../facts/story-cursor.ts';
import { type Oracle, requireCounter } from '../knowledge/oracle.ts';
import type { OracleView } from '../log/oracle-state.ts';
import { type BuiltWorkingSet, buildWorkingSet } from './build-working-set.ts';
import { type Candidate, type ComposedFrame, collectCandidates } from './collect-candidates.ts';

/** What is told at one cursor beside what the oracle knows. */
export type WorkingSetOptions = {
  /** Frames of the context; their order does not matter. */
  readonly frames?: readonly ComposedFrame[];
  /** Opens the payload of a locked item that is kept sealed; the guard watches for what it returns. */
  readonly reveal?: (payload: CanonicalValue) => CanonicalValue;
};

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

/** What an oracle knew, and the working set built from it. */
export type OracleReading = {
  readonly view: OracleView;
  readonly policy: OraclePolicy;
  readonly candidates: readonly Candidate[];
  readonly built: BuiltWorkingSet;
};

/** Builds a working set from what an oracle knows now, and writes nothing. */
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
