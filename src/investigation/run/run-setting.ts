/** What all cases of a run share: the ledger, the workspace as surveyed, the pipelines, the policy, what is remembered. */

import type { ModelSession } from '../../engine/models/index.ts';
import type { AuditTrail, Policy } from '../../guard/index.ts';
import type { FrameId, Id } from '../../kernel/index.ts';
import type { Ledger, Subject } from '../../ledger/index.ts';
import type { Graph, MaskRegistry } from '../../pipeline/index.ts';
import type { CaseRecord, MemoryView } from '../../rca/index.ts';
import type { RepositoryView } from './repository-view.ts';
import type { RunInputs } from './run-inputs.ts';
import type { RunSecrets } from './run-secrets.ts';
import type { Survey } from './survey-workspace.ts';
import type { RunCoverage } from './take-in-coverage.ts';

/** A case of a run; a case links only to those before it. */
export type OpenCase = {
  readonly order: number;
  readonly record: CaseRecord;
  readonly frame: FrameId;
  readonly subject: Subject;
};

/** The setting of a run. */
export type RunSetting = {
  readonly ledger: Ledger;
  readonly run: Id<'run'>;
  readonly inputs: RunInputs;
  readonly survey: Survey;
  readonly memory: MemoryView;
  readonly light: Graph;
  readonly court: Graph;
  readonly policy: Policy;
  /** The masks at hand. */
  readonly masks: MaskRegistry;
  /** Where the calls of tools are put on record. */
  readonly trail: AuditTrail;
  readonly repository: RepositoryView;
  readonly secrets: RunSecrets;
  /** What ran, where coverage was given. */
  readonly coverage?: RunCoverage;
  /** The model that is asked; without one the heuristics answer. */
  readonly model?: ModelSession;
  readonly cases: readonly OpenCase[];
};
