/** Assembles the setting of a run, both when it starts and when it is resumed. */
import type { OpenLedgerOptions } from '../../engine/index.ts';
import type { ModelSession } from '../../engine/models/index.ts';
import type { AuditTrail, Policy } from '../../guard/index.ts';
import { canonicalText, type Id, PenumbraError, shortId } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Graph, MaskRegistry } from '../../pipeline/index.ts';
import { emptyMemory, type MemoryView, readMemory } from '../../rca/index.ts';
import { type Definitions, runVersions } from './definitions.ts';
import { openRepositoryView, type RepositoryView } from './repository-view.ts';
import type { RunInputs } from './run-inputs.ts';
import { type OpenCase, readCases, readRunRecord } from './run-record.ts';
import { type RunSecrets, reopenRunSecrets } from './run-secrets.ts';
import type { Survey } from './survey-workspace.ts';
import { type RunCoverage, readRunCoverage } from './take-in-coverage.ts';

/** The workspace of a run, with the view of its repository if already open. */
export type Ground = {
  readonly survey: Survey;
  readonly repository?: RepositoryView;
  /** The secrets of its reports, if they were just read. */
  readonly secrets?: RunSecrets;
};

/** Opens the setting of a started run; the workspace must still be the one it was started on. */
export async function openSetting(
  ledger: Ledger,
  run: Id<'run'>,
  {
    survey,
    repository,
    secrets: read,
    definitions,
    trail,
    environment,
  }: Ground & {
    readonly definitions: Definitions;
    readonly trail: AuditTrail;
    readonly environment?: OpenLedgerOptions['environment'];
  },
): Promise<RunSetting> {
  const record = await readRunRecord(ledger, run);
  const { inputs } = record;
  requireSameWorkspace(run, inputs, survey);
  requireSameDefinitions(run, inputs, definitions);
  const secrets = read ?? (await reopenRunSecrets(run, record.secrets ?? [], environment));
  return {
    ledger,
    run,
    inputs,
    survey,
    ...definitions,
    trail,
    memory: inputs.memory === 'off' ? emptyMemory : await readMemory(ledger, { head: inputs.memory }),
    repository: repository ?? openRepositoryView(ledger, survey, { ...inputs, secrets }),
    secrets,
    ...(record.coverage && { coverage: await readRunCoverage(ledger, record.coverage) }),
    cases: await readCases(ledger, run, record),
  };
}

/** Throws unless a run was started on this state of the workspace. */
export function requireSameWorkspace(run: Id<'run'>, { tree }: RunInputs, { rootDigest }: Survey): void {
  requireSame(run, 'workspace', [tree, rootDigest], 'put the files back, or investigate anew');
}

/** Throws unless a run was started with these definitions and this version of the program. */
export function requireSameDefinitions(
  run: Id<'run'>,
  { versions }: RunInputs,
  definitions: Definitions,
): void {
  requireSame(
    run,
    'program or its definitions',
    [canonicalText(versions), canonicalText(runVersions(definitions))],
    'resume it with the version, the --pipeline and the --masks that started it, or say with --map which node became which',
  );
}

function requireSame(
  run: Id<'run'>,
  what: string,
  [then, now]: readonly [string, string],
  hint: string,
): void {
  if (then === now) return;
  throw new PenumbraError('usage', `${shortId(run)} was started on another state of the ${what}`, { hint });
}

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
  /** The available masks. */
  readonly masks: MaskRegistry;
  /** Where tool calls are recorded. */
  readonly trail: AuditTrail;
  readonly repository: RepositoryView;
  readonly secrets: RunSecrets;
  /** The coverage, if any was given. */
  readonly coverage?: RunCoverage;
  /** The model to ask; without one the heuristics answer. */
  readonly model?: ModelSession;
  readonly cases: readonly OpenCase[];
};
