/** Compiles a working set again to look at it: the same bytes as the first time, and nothing is recorded. */
import type { StoryCursor } from '../facts/story-cursor.ts';
import type { Oracle } from '../knowledge/oracle.ts';
import { definePolicy, type PolicyDraft } from '../policy.ts';
import { auditReading, type WorkingSetAudit } from './audit-working-set.ts';
import { type CompiledWorkingSet, sealBuilt } from './compile-working-set.ts';
import { readAndBuild, type WorkingSetOptions } from './read-and-build.ts';

/** A working set that was compiled again. */
export type RebuiltWorkingSet = {
  readonly set: CompiledWorkingSet;
  /** Tells auditors what became of everything that could have been told; it is worked out when asked. */
  audit(): WorkingSetAudit;
};

/** Compiles a working set again, and writes nothing. */
export async function rebuildWorkingSet(
  oracle: Oracle,
  cursor: StoryCursor,
  draft: PolicyDraft,
  options: WorkingSetOptions = {},
): Promise<RebuiltWorkingSet> {
  const reading = await readAndBuild(oracle, cursor, definePolicy(draft), options);
  return Object.freeze({ set: sealBuilt(reading.built), audit: () => auditReading(reading) });
}
