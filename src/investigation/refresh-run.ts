/**
 * Investigates again what of a run rests on files that have changed since: those cases begin anew on the workspace as it
 * is, the others keep what they came to and are compared again. It is a run of its own.
 */

import { findWorkspaceRoot, ownFiles } from '../engine/index.ts';
import { concludeRun } from './conclude-run.ts';
import type { Investigation } from './investigation.ts';
import { preparedAsBefore, type ResumeOptions } from './resume-run.ts';
import { loadOwnDefinitions } from './run/definitions.ts';
import { forkOntoNow } from './run/fork-investigation.ts';
import { surveyWorkspace } from './run/survey-workspace.ts';
import { withRuns } from './run/with-runs.ts';
import { findMoved } from './stale-conclusions.ts';

/** What came of it, and how many cases began anew. */
export type RefreshedInvestigation = Investigation & {
  readonly anew: number;
  readonly kept: number;
};

/** Refreshes a run; where nothing moved, the run itself is read. */
export async function refreshRun(
  options: Omit<ResumeOptions, 'from' | 'case' | 'map'>,
): Promise<RefreshedInvestigation> {
  const { environment = process.env, signal, onProgress, pauseAt } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  return withRuns({ ...options, create: false }, async (ledger) => {
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
