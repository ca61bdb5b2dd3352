/** Resumes a run that was stopped, from the last recorded step. */
import { findWorkspaceRoot, ownFiles, withLedger } from '../engine/index.ts';
import { prepareModelAgain, requireModel, type SessionOptions } from '../engine/models/index.ts';
import type { NodeMap } from '../pipeline/index.ts';
import { concludeRun, type Investigation } from './conclude-run.ts';
import type { InvestigateOptions } from './investigate.ts';
import { loadOwnDefinitions } from './run/definitions.ts';
import { findRun } from './run/find-run.ts';
import { forkInvestigation, forkOntoNow } from './run/fork-investigation.ts';
import type { RunInputs } from './run/run-inputs.ts';
import { type Survey, surveyWorkspace } from './run/survey-workspace.ts';
import { findMoved } from './stale-conclusions.ts';

/** Which run to resume; everything else is as it was when the run was started. */
export type ResumeOptions = Omit<InvestigateOptions, 'reports' | 'memory' | 'court'> & {
  readonly run: string;
  /** The number of a step, or a node, from which the run is redone as a new run. */
  readonly from?: string;
  /** The only case that goes back; by default all do. */
  readonly case?: string;
  /** The new names of nodes, if the definitions have changed since the run began. */
  readonly map?: NodeMap;
};

/** Prepares the model that the run asked before; a run that asked none still asks none. */
function preparedAsBefore(
  asking: InvestigateOptions['asking'],
  environment: NonNullable<InvestigateOptions['environment']>,
): (inputs: RunInputs) => Promise<SessionOptions | null> {
  return async ({ configuration: { model } }) => {
    if (model !== undefined) return prepareModelAgain(model, asking, environment);
    requireModel(asking ?? {});
    return null;
  };
}

/** Resumes a run; one that has ended is only read. */
export async function resumeRun(options: ResumeOptions): Promise<Investigation> {
  const { signal, onProgress, pauseAt, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  return withLedger({ ...options, create: false }, async (ledger) => {
    const found = await findRun(ledger.store, options.run);
    const definitions = await loadOwnDefinitions(options);
    onProgress?.({ phase: 'scanning', done: 0, total: 0 });
    let surveyed: Survey | undefined;
    const survey = () => {
      surveyed ??= surveyWorkspace(root, ownFiles(ledger, options.outputs));
      return surveyed;
    };
    const { from, case: only, map } = options;
    // Going back, or continuing by other definitions, makes another run.
    const isForked = from !== undefined || map !== undefined;
    const run = isForked
      ? await forkInvestigation(ledger, found, { from, case: only, map, definitions, survey: survey() })
      : found;
    return concludeRun(ledger, run, {
      ground: () => ({ survey: survey() }),
      definitions,
      environment,
      asking: options.asking,
      prepare: preparedAsBefore(options.asking, environment),
      signal,
      onProgress,
      pauseAt,
    });
  });
}

/** The result, and how many cases started over. */
export type RefreshedInvestigation = Investigation & {
  readonly anew: number;
  readonly kept: number;
};

/** Refreshes a run; if no file has changed, the run itself is read. */
export async function refreshRun(
  options: Omit<ResumeOptions, 'from' | 'case' | 'map'>,
): Promise<RefreshedInvestigation> {
  const { environment = process.env, signal, onProgress, pauseAt } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  return withLedger({ ...options, create: false }, async (ledger) => {
    const definitions = await loadOwnDefinitions(options);
    onProgress?.({ phase: 'scanning', done: 0, total: 0 });
    const survey = surveyWorkspace(root, ownFiles(ledger, options.outputs));
    const { run, cases: anew } = await findMoved(ledger, options.run, survey);
    const into = anew.size === 0 ? run : await forkOntoNow(ledger, run, { anew, definitions, survey });
    const found = await concludeRun(ledger, into, {
      ground: () => ({ survey }),
      definitions,
      environment,
      asking: options.asking,
      prepare: preparedAsBefore(options.asking, environment),
      signal,
      onProgress,
      pauseAt,
    });
    return { ...found, anew: anew.size, kept: found.model.cases.length - anew.size };
  });
}
