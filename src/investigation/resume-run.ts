/** Takes up a run that was stopped, from the last step that was recorded. */

import { findWorkspaceRoot, ownFiles } from '../engine/index.ts';
import { prepareModelAgain, requireModel, type SessionOptions } from '../engine/models/index.ts';
import type { NodeMap } from '../pipeline/index.ts';
import { concludeRun } from './conclude-run.ts';
import type { InvestigateOptions, Investigation } from './investigation.ts';
import { loadOwnDefinitions } from './run/definitions.ts';
import { findRun } from './run/find-run.ts';
import { forkInvestigation } from './run/fork-investigation.ts';
import type { RunInputs } from './run/run-inputs.ts';
import { type Survey, surveyWorkspace } from './run/survey-workspace.ts';
import { withRuns } from './run/with-runs.ts';

/** Which run to go on with; the rest is as it was when it was started. */
export type ResumeOptions = Omit<InvestigateOptions, 'reports' | 'memory' | 'court'> & {
  readonly run: string;
  /** The number of a step or a node from which the run is done again, as a run of its own. */
  readonly from?: string;
  /** The one case that goes back; all of them unless given. */
  readonly case?: string;
  /** Which node became which, where the definitions are no longer those the run began with. */
  readonly map?: NodeMap;
};

/** Prepares the model that a run asked before; one that asked none asks none now. */
export function preparedAsBefore(
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
  return withRuns({ ...options, create: false }, async (ledger) => {
    const found = await findRun(ledger.store, options.run);
    const definitions = await loadOwnDefinitions(options);
    onProgress?.({ phase: 'scanning', done: 0, total: 0 });
    let surveyed: Survey | undefined;
    const survey = () => {
      surveyed ??= surveyWorkspace(root, ownFiles(ledger, options.outputs));
      return surveyed;
    };
    const { from, case: only, map } = options;
    // A run that goes back, or on by other definitions, is another run.
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
