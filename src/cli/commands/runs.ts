/** `penumbra runs`, `stale` and `show`: lists the investigations in the ledger and shows them. */
import type { Command } from 'commander';
import type { OpenLedgerOptions } from '../../commands/index.ts';
import { cite, exitCodes, PenumbraError } from '../../kernel/index.ts';
import { type CommandHost, type Terminal, terminalLayout } from '../console/terminal.ts';
import { once } from '../options/read-options.ts';
import {
  addOutputFlags,
  answerOrNote,
  asksForReport,
  failsOn,
  type OutputFlags,
  requireOutputs,
  sayOpenProof,
  writeForms,
} from '../options/report-outputs.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

export function addRuns({ program, terminal }: CommandHost): void {
  program
    .command('runs')
    .description('list the investigations so far, newest first')
    .addHelpText('after', '\nExample:\n  $ penumbra runs --json')
    .action(async (_options: unknown, command: Command) => {
      const { listRuns } = await import('../../commands/runs.ts');
      const { renderRuns } = await import('../../report/index.ts');
      const runs = await listRuns(workspaceOptions(command));
      const view = { ...terminalLayout(terminal), formatTime: (ms: number) => new Date(ms).toISOString() };
      terminal.answer({ runs }, renderRuns(runs, view));
    });
}

export function addStale({ program, terminal }: CommandHost): void {
  program
    .command('stale')
    .description('list the conclusions of a run that rest on files changed since')
    .argument('<run>', 'the run: its id (see penumbra runs), a prefix of it, or latest')
    .addHelpText('after', '\nExample:\n  $ penumbra stale latest --json')
    .action(async (run: string, _options: unknown, command: Command) => {
      const { staleConclusions } = await import('../../commands/runs.ts');
      const { renderStale } = await import('../../report/index.ts');
      const found = await staleConclusions({ ...workspaceOptions(command), run });
      terminal.answer(found, renderStale(found, terminalLayout(terminal)));
    });
}

type ShowFlags = { readonly case?: string; readonly step?: string; readonly trial?: boolean } & OutputFlags;

export function addShow({ program, terminal, exitWith }: CommandHost): void {
  const options = program
    .command('show')
    .description('show what happened in a run: which agents worked, what they were told, what they did')
    .argument('<run>', 'the run: its id (see penumbra runs), a prefix of it, or latest')
    .option('--case <case>', 'only this case: its id or a prefix of it', once('--case'))
    .option('--step <number>', 'only this step of the case, in full; needs --case', once('--step'))
    .option('--trial', 'show the adversarial review of the case; needs --case');
  addOutputFlags(options)
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra show latest\n  $ penumbra show latest --case case-3f --step 4\n  $ penumbra show latest --case case-3f --trial\n  $ penumbra show latest --markdown -',
    )
    .action(async (run: string, flags: ShowFlags, command: Command) => {
      const step = flags.step === undefined ? {} : { step: readStep(flags.step) };
      const only = flags.case === undefined ? {} : { case: flags.case };
      if (flags.trial === true) {
        await answerTrial({ ...workspaceOptions(command), run }, flags, terminal);
        return;
      }
      const { showRun } = await import('../../commands/runs.ts');
      const { renderRun } = await import('../../report/index.ts');
      await requireOutputs(flags);
      const { model, document } = await showRun({ ...workspaceOptions(command), run });
      if (document === null && asksForReport(flags))
        throw new PenumbraError('usage', 'the run has not ended, so it has no report yet', {
          hint: `continue it with penumbra resume ${run}`,
        });
      const text = renderRun(model, { ...terminalLayout(terminal), ...only, ...step });
      answerOrNote(terminal, { document: model, text }, flags);
      if (document !== null) {
        await writeForms(terminal, { document, model }, flags);
        if (failsOn(document, flags.failOn)) exitWith(exitCodes.checkFailed);
      }
      await sayOpenProof(terminal, { ...workspaceOptions(command), run });
    });
}

async function answerTrial(
  options: OpenLedgerOptions & { readonly run: string },
  { case: caseId, step, trial: _, ...forms }: ShowFlags,
  terminal: Terminal,
): Promise<void> {
  if (caseId === undefined || step !== undefined || asksForReport(forms))
    throw new PenumbraError('usage', '`--trial` shows the review of one case, and needs `--case` alone', {
      hint: 'name the case with --case; penumbra show <run> lists them',
    });
  const { showTrials } = await import('../../commands/runs.ts');
  const { renderTrials } = await import('../../report/index.ts');
  const trials = await showTrials({ ...options, case: caseId });
  terminal.answer({ trials }, renderTrials(trials, terminalLayout(terminal)));
}

function readStep(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new PenumbraError('usage', `${cite(text)} is not the number of a step`, {
    hint: 'steps count from 1; penumbra show <run> lists them',
  });
}
