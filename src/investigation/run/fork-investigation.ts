/** Forks an investigation: a new run that shares the first steps of another and continues on its own. */
import { recordScan } from '../../context/index.ts';
import { type CanonicalValue, cite, type Id, PenumbraError, shortId } from '../../kernel/index.ts';
import { type Ledger, putFrame } from '../../ledger/index.ts';
import { forkRun, type NodeMap, type OpenBarrier, readBarriers, readRun } from '../../pipeline/index.ts';
import type { RunCase, RunModel } from '../../record/index.ts';
import { requireCase } from '../../report/index.ts';
import { type Definitions, requireNodes, runVersions } from './definitions.ts';
import { type RunFork, runIdOf } from './run-inputs.ts';
import { type RunRecord, readRunRecord, runDraft } from './run-record.ts';
import { requireSameDefinitions, requireSameWorkspace } from './run-setting.ts';
import type { Survey } from './survey-workspace.ts';

/** Where a fork continues from. */
export type ForkPoint = {
  /**
   * The number of a step, or a node: its first visit and everything after it are redone. By default nothing
   * is.
   */
  readonly from?: string | undefined;
  /** The only case that goes back; by default all do. */
  readonly case?: string | undefined;
  /** The new names of nodes, if the fork walks by other definitions. */
  readonly map?: NodeMap | undefined;
  readonly definitions: Definitions;
  readonly survey: Survey;
};

/** Forks a run and returns the fork's id; forking the same run the same way yields the same run. */
export async function forkInvestigation(
  ledger: Ledger,
  run: Id<'run'>,
  point: ForkPoint,
): Promise<Id<'run'>> {
  const record = await readRunRecord(ledger, run);
  // Checked first, so that no fork is made that could not continue.
  const { map, definitions, survey } = point;
  requireSameWorkspace(run, record.inputs, survey);
  if (map === undefined) requireSameDefinitions(run, record.inputs, definitions);
  else requireNodes(definitions, Object.values(map));
  const model = await readRun(ledger.store, run);
  const kept = behindBarrier(keptSteps(model, point), await readBarriers(ledger, run));
  return startFork(ledger, run, {
    ...record,
    inputs: {
      ...record.inputs,
      ...(map && { versions: runVersions(definitions) }),
      fork: { run, kept, ...(map && { map }) },
    },
  });
}

/** Forks a run onto the workspace as it is now: some cases start over, the others keep their results. */
export async function forkOntoNow(
  ledger: Ledger,
  run: Id<'run'>,
  {
    anew,
    definitions,
    survey,
  }: Pick<ForkPoint, 'definitions' | 'survey'> & { readonly anew: ReadonlySet<string> },
): Promise<Id<'run'>> {
  const record = await readRunRecord(ledger, run);
  requireSameDefinitions(run, record.inputs, definitions);
  await recordScan(ledger, survey.tree);
  const { cases } = await readRun(ledger.store, run);
  const steps = cases.map(({ id, steps }) => ({ case: id, steps: anew.has(id) ? 0 : lastStep(steps) }));
  const kept = behindBarrier(steps, await readBarriers(ledger, run));
  const { rootDigest: tree, revision, history } = survey;
  const inputs = { ...record.inputs, tree, revision, history, fork: { run, kept } };
  return startFork(ledger, run, { ...record, inputs });
}

async function startFork(
  ledger: Ledger,
  run: Id<'run'>,
  record: RunRecord & { readonly inputs: { readonly fork: RunFork } },
): Promise<Id<'run'>> {
  const { inputs } = record;
  const { kept } = inputs.fork;
  const into = runIdOf(inputs);
  await putFrame(ledger, runDraft(into, record));
  await forkRun(ledger, {
    run,
    into,
    steps: new Map(kept.map(({ case: id, steps }) => [id, steps])),
    inputs: inputs as unknown as CanonicalValue,
  });
  return into;
}

function keptSteps(model: RunModel, point: ForkPoint): RunFork['kept'] {
  const { from } = point;
  if (from === undefined) return model.cases.map(({ id, steps }) => ({ case: id, steps: lastStep(steps) }));
  const chosen = point.case === undefined ? model.cases : [requireCase(model, point.case)];
  const cuts = new Map(
    chosen.flatMap((one) => {
      const first = firstStep(one, from);
      return first === null ? [] : [[one.id, first - 1] as const];
    }),
  );
  if (cuts.size === 0) throw nowhere(model, point);
  return model.cases.map(({ id, steps }) => ({ case: id, steps: cuts.get(id) ?? lastStep(steps) }));
}

/** If one case goes back behind a comparison, every case in that comparison is compared again. */
function behindBarrier(kept: RunFork['kept'], barriers: readonly OpenBarrier[]): RunFork['kept'] {
  return barriers.reduceRight((steps, { cases }) => {
    const at = new Map(cases.map((one) => [one.case, one.steps]));
    const isOpen = steps.every((one) => one.steps >= (at.get(one.case) ?? 0));
    if (isOpen) return steps;
    return steps.map((one) => ({ ...one, steps: Math.min(one.steps, at.get(one.case) ?? one.steps) }));
  }, kept);
}

function firstStep({ steps }: RunCase, from: string): number | null {
  if (/^[1-9]\d{0,8}$/.test(from)) return Number(from) <= lastStep(steps) ? Number(from) : null;
  return steps.find(({ node }) => node === from)?.step ?? null;
}

function lastStep(steps: RunCase['steps']): number {
  return steps.at(-1)?.step ?? 0;
}

function nowhere({ run, cases }: RunModel, { from, case: caseId }: ForkPoint): PenumbraError {
  const nodes = [...new Set(cases.flatMap(({ steps }) => steps.map(({ node }) => node)))];
  const where = caseId === undefined ? shortId(run as Id<'run'>) : cite(caseId);
  return new PenumbraError('usage', `${where} never came to step ${cite(from ?? '')}`, {
    hint: `give the number of a step, or one of the nodes it visited: ${nodes.join(', ')}`,
  });
}
