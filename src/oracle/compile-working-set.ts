/** Compiles what an agent may be told at a cursor under a policy into the bytes of a working set, with their guard. */
import { type LeakGuard, workingSetId } from '../disclosure/index.ts';
import { canonicalize, deepFreeze, type Sha256, sha256 } from '../kernel/index.ts';
import { type BuiltWorkingSet, buildWorkingSet, type DerivedLock } from './build-working-set.ts';
import { collectCandidates } from './candidate.ts';
import type { Oracle } from './create-oracle.ts';
import { definePolicy, type OraclePolicy, type PolicyDraft } from './policy.ts';
import { requireCursor, type StoryCursor } from './story-cursor.ts';
import { requireCounter } from './token-counter.ts';

/** A working set, ready for the lens. The guard lives in memory only. */
export type CompiledWorkingSet = {
  readonly bytes: Uint8Array;
  readonly id: string;
  readonly hash: Sha256;
  readonly guard: LeakGuard;
};

/** What auditors may know of a working set, and no agent. */
export type WorkingSetAudit = {
  readonly id: string;
  /** Ordinal to handle. */
  readonly locked: { readonly [ordinal: string]: string };
  /** The handles the budget cut. */
  readonly cut: readonly string[];
  readonly derivedLocks: readonly DerivedLock[];
};

/** Compiles a working set; equal knowledge, cursor and policy give equal bytes. */
export async function compileWorkingSet(
  oracle: Oracle,
  cursor: StoryCursor,
  policy: PolicyDraft,
): Promise<CompiledWorkingSet> {
  const complete = definePolicy(policy);
  await oracle.adoptPolicy(complete);
  const built = await build(oracle, cursor, complete);
  await oracle.recordDerivedLocks(built.derivedLocks);
  const bytes = canonicalize(built.workingSet);
  const id = workingSetId(bytes);
  return Object.freeze({ bytes, id, hash: sha256(bytes), guard: built.guard.bind(id) });
}

/** Tells auditors what a working set leaves out, and writes nothing. */
export async function auditWorkingSet(
  oracle: Oracle,
  cursor: StoryCursor,
  policy: PolicyDraft,
): Promise<WorkingSetAudit> {
  const { workingSet, locked, cut, derivedLocks } = await build(oracle, cursor, definePolicy(policy));
  const id = workingSetId(canonicalize(workingSet));
  return deepFreeze({ id, locked: Object.fromEntries(locked), cut, derivedLocks });
}

async function build(oracle: Oracle, cursor: StoryCursor, policy: OraclePolicy): Promise<BuiltWorkingSet> {
  requireCursor(cursor);
  const counter = requireCounter(oracle.counters, policy.budget.counter);
  const view = await oracle.read();
  const candidates = collectCandidates(view, cursor, await oracle.compose(cursor));
  return buildWorkingSet({ candidates, state: view.state, cursor, policy, counter });
}
