/**
 * Explains to auditors what happened to every candidate of a working set. Agents never get this, because it
 * names locked items.
 */

import { canonicalize, compareCodePoints, deepFreeze, sortByCodePoint } from '../../../kernel/index.ts';
import { workingSetId } from '../../index.ts';
import { COMPACTION_KIND } from '../facts/compaction.ts';
import { definePolicy, type PolicyDraft, type Slice } from '../facts/policy.ts';
import type { StoryCursor } from '../facts/story-cursor.ts';
import type { Oracle } from '../knowledge/oracle.ts';
import type { OracleView } from '../log/oracle-state.ts';
import type { BuiltWorkingSet } from './build-working-set.ts';
import { type Candidate, type CompactionFault, keptBack } from './collect-candidates.ts';
import {
  type CompiledWorkingSet,
  type OracleReading,
  readAndBuild,
  sealBuilt,
  type WorkingSetOptions,
} from './compile-working-set.ts';

/** What happened to an item: included (whole or as its gist), or why not. */
export type AuditOutcome =
  | 'offered'
  | 'gist'
  | 'locked'
  | 'derived-lock'
  | 'told-to-nobody'
  | 'cut'
  | CompactionFault;

/** One candidate. */
export type AuditedItem = {
  readonly handle: string;
  /** Its name in the working set if it is locked. */
  readonly ordinal?: string;
  readonly type: 'fact' | 'state' | 'compaction';
  readonly kind: string;
  readonly outcome: AuditOutcome;
  /** The handles of the locked items whose tokens it contains. */
  readonly by?: readonly string[];
  /** Its cost in tokens, if it was counted. */
  readonly tokens?: number;
};

/** What auditors, but no agents, may know of a working set. */
export type WorkingSetAudit = {
  readonly id: string;
  /** Ordinal to handle. */
  readonly locked: { readonly [ordinal: string]: string };
  readonly budget: { readonly tokens: number; readonly used: number };
  /** All candidates, ordered by kind and full id. */
  readonly items: readonly AuditedItem[];
};

const types: Readonly<Record<Slice, AuditedItem['type']>> = {
  facts: 'fact',
  state: 'state',
  compactions: 'compaction',
};

/** A recompiled working set. */
export type RebuiltWorkingSet = {
  readonly set: CompiledWorkingSet;
  /** Explains what happened to every candidate; computed on demand. */
  audit(): WorkingSetAudit;
};

/** Recompiles a working set without writing anything. */
export async function rebuildWorkingSet(
  oracle: Oracle,
  cursor: StoryCursor,
  draft: PolicyDraft,
  options: WorkingSetOptions = {},
): Promise<RebuiltWorkingSet> {
  const reading = await readAndBuild(oracle, cursor, definePolicy(draft), options);
  return Object.freeze({ set: sealBuilt(reading.built), audit: () => auditReading(reading) });
}

/** Builds the audit of a working set without writing anything. */
export async function auditWorkingSet(
  oracle: Oracle,
  cursor: StoryCursor,
  draft: PolicyDraft,
  options: WorkingSetOptions = {},
): Promise<WorkingSetAudit> {
  return auditReading(await readAndBuild(oracle, cursor, definePolicy(draft), options));
}

/** Audits a working set that was built from one reading of an oracle. */
function auditReading({ view, policy, candidates, built }: OracleReading): WorkingSetAudit {
  return deepFreeze({
    id: workingSetId(canonicalize(built.workingSet)),
    locked: Object.fromEntries(Array.from(built.ordinals, ([handle, ordinal]) => [ordinal, handle])),
    budget: { tokens: policy.budget.tokens, used: built.cut.tokens },
    items: [...auditCandidates(candidates, built), ...auditCompactions(candidates, view)],
  });
}

function auditCandidates(
  candidates: readonly Candidate[],
  { items, ordinals, cut, derived }: BuiltWorkingSet,
): readonly AuditedItem[] {
  const shaped = new Map(items.map((item) => [item.candidate.handle, item]));
  const kept = new Set([...cut.kept.facts, ...cut.kept.state, ...cut.kept.compactions]);
  return candidates.map(({ handle, kind, slice }) => {
    const item = shaped.get(handle);
    const tokens = item && cut.costs.get(item);
    const ordinal = ordinals.get(handle);
    const by = derived.get(handle)?.by;
    const isLocked = ordinal !== undefined;
    const outcome = (): AuditOutcome => {
      if (item !== undefined && !kept.has(item)) return 'cut';
      if (item !== undefined) return isLocked ? 'gist' : 'offered';
      if (!isLocked) return 'told-to-nobody';
      return by === undefined ? 'locked' : 'derived-lock';
    };
    return {
      handle,
      ...(ordinal !== undefined && { ordinal }),
      type: types[slice],
      kind,
      outcome: outcome(),
      ...(by !== undefined && { by: sortByCodePoint([...by]) }),
      ...(tokens !== undefined && { tokens }),
    };
  });
}

/** The compactions that were withheld, each with the reason. */
function auditCompactions(candidates: readonly Candidate[], view: OracleView): readonly AuditedItem[] {
  const byHandle = new Map(candidates.map((candidate) => [candidate.handle, candidate]));
  return [...view.compactions.values()]
    .sort((a, b) => compareCodePoints(a.handle, b.handle))
    .flatMap((compaction): readonly AuditedItem[] => {
      const outcome = keptBack(compaction, view, byHandle);
      return outcome === null
        ? []
        : [{ handle: compaction.handle, type: 'compaction', kind: COMPACTION_KIND, outcome }];
    });
}
