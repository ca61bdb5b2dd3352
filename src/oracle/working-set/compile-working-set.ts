/** Compiles what an agent may be told at a cursor under a policy into the bytes of a working set, with their guard. */
import { type LeakGuard, workingSetId } from '../../disclosure/index.ts';
import { canonicalize, type Sha256, sha256 } from '../../kernel/index.ts';
import type { Oracle } from '../knowledge/oracle.ts';
import type { OracleView } from '../log/oracle-view.ts';
import { definePolicy, type OraclePolicy, type PolicyDraft } from '../policy.ts';
import { type BuiltWorkingSet, buildWorkingSet } from './build-working-set.ts';
import type { Candidate } from './candidate.ts';
import { collectCandidates } from './collect-candidates.ts';
import { requireCursor, type StoryCursor } from './story-cursor.ts';
import { requireCounter } from './token-counter.ts';

/** A working set, ready for the lens. The guard lives in memory only. */
export type CompiledWorkingSet = {
  readonly bytes: Uint8Array;
  readonly id: string;
  readonly hash: Sha256;
  readonly guard: LeakGuard;
};

/** Compiles a working set; equal knowledge, cursor and policy give equal bytes. */
export async function compileWorkingSet(
  oracle: Oracle,
  cursor: StoryCursor,
  policy: PolicyDraft,
): Promise<CompiledWorkingSet> {
  const complete = definePolicy(policy);
  await oracle.adoptPolicy(complete);
  const { workingSet, guard, ordinals, derived } = (await readAndBuild(oracle, cursor, complete)).built;
  await oracle.recordDerivedLocks(
    [...derived].flatMap(([handle, { by }]) => Array.from(by, (locked) => ({ handle, by: locked }))),
  );
  const bytes = canonicalize(workingSet);
  const id = workingSetId(bytes);
  return Object.freeze({ bytes, id, hash: sha256(bytes), guard: guard.bind(id, ordinals) });
}

/** What an oracle knew, and what came of it. */
export type OracleReading = {
  readonly view: OracleView;
  readonly candidates: readonly Candidate[];
  readonly built: BuiltWorkingSet;
};

/** Builds a working set from what an oracle knows now, and writes nothing. */
export async function readAndBuild(
  oracle: Oracle,
  cursor: StoryCursor,
  policy: OraclePolicy,
): Promise<OracleReading> {
  requireCursor(cursor);
  const counter = requireCounter(oracle.counters, policy.budget.counter);
  const composed = await oracle.compose(cursor);
  const view = await oracle.read();
  const candidates = collectCandidates(view, cursor, composed);
  const built = buildWorkingSet({ candidates, state: view.state, cursor, policy, counter });
  return { view, candidates, built };
}
