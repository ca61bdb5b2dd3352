/** Takes up a run that was stopped, from the last step that was recorded. */
import { findWorkspaceRoot } from '../workspace-root.ts';
import { concludeRun } from './conclude-run.ts';
import type { InvestigateOptions, Investigation } from './investigation.ts';
import { findRun } from './run/find-run.ts';
import { ownFiles } from './run/own-files.ts';
import { surveyWorkspace } from './run/survey-workspace.ts';
import { withRuns } from './with-runs.ts';

/** Which run to go on with; the rest is as it was when it was started. */
export type ResumeOptions = Omit<InvestigateOptions, 'reports' | 'memory' | 'court'> & {
  readonly run: string;
};

/** Resumes a run; one that has ended is only read. */
export async function resumeRun(options: ResumeOptions): Promise<Investigation> {
  const { signal, onProgress, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  return withRuns({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, options.run);
    onProgress?.({ phase: 'scanning', done: 0, total: 0 });
    return concludeRun(ledger, run, {
      ground: () => ({ survey: surveyWorkspace(root, ownFiles(ledger, options.outputs)) }),
      environment,
      signal,
      onProgress,
    });
  });
}
