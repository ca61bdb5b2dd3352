/** `penumbra resume` and `override`: continues an interrupted run, and answers in place of an agent. */
import type { Command } from 'commander';
import { cite, PenumbraError } from '../../kernel/index.ts';
import { followRun } from '../console/follow-run.ts';
import { readContent } from '../console/read-content.ts';
import type { CommandHost } from '../console/terminal.ts';
import {
  addModelFlags,
  addOwnDefinitions,
  type ModelFlags,
  modelOptions,
  type OwnFlags,
  ownDefinitions,
  recordingOf,
  saySpending,
} from '../options/model-flags.ts';
import { once, readNames } from '../options/read-options.ts';
import {
  addOutputFlags,
  answerReport,
  type OutputFlags,
  outputsOf,
  requireOutputs,
  sayOpenProof,
} from '../options/report-outputs.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

type Flags = {
  readonly from?: string;
  readonly case?: string;
  readonly pauseAt?: readonly string[];
  readonly map?: Readonly<Record<string, string>>;
} & OutputFlags &
  ModelFlags &
  OwnFlags;

export function addResume({ program, terminal, exitWith }: CommandHost): void {
  const options = program
    .command('resume')
    .description('continue an investigation that was stopped or killed, from its last finished step')
    .argument('<run>', 'the run: its id (see penumbra runs), a prefix of it, or latest')
    .option('--from <step>', 'redo it from this step, as a new run: its number, or a node', once('--from'))
    .option('--case <case>', 'redo only this case; needs --from', once('--case'))
    .option('--pause-at <nodes>', 'stop every case before these nodes', readNames('--pause-at'))
    .option('--map <old=new>', 'continue with a changed pipeline: which node became which, or same', readMap);
  addOwnDefinitions(addModelFlags(addOutputFlags(options)))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra resume latest\n  $ penumbra resume run:3f2a --html causes.html\n  $ penumbra resume latest --from investigate\n\n--from makes a new run; the old one stays as it is.\nThe workspace must be as it was when the run began.',
    )
    .action(async (run: string, { from, case: only, pauseAt, map, ...others }: Flags, command: Command) => {
      if (only !== undefined && from === undefined)
        throw new PenumbraError('usage', '`--case` says which case to redo, and needs `--from`', {
          hint: 'add --from with the number of a step or a node',
        });
      await requireOutputs(others, others.record);
      const { resumeRun } = await import('../../commands/runs.ts');
      const found = await resumeRun({
        ...workspaceOptions(command),
        run,
        ...(from !== undefined && { from }),
        ...(only !== undefined && { case: only }),
        ...(pauseAt !== undefined && { pauseAt }),
        ...(map !== undefined && { map }),
        ...ownDefinitions(others),
        ...modelOptions(others),
        outputs: outputsOf(others, recordingOf(others)),
        ...followRun(terminal, 'reading the run'),
      });
      saySpending(terminal, found);
      await answerReport({ terminal, exitWith }, found, others);
      await sayOpenProof(terminal, { ...workspaceOptions(command), run: found.run });
    });
}

/** Parses `old=new` pairs separated by commas, from one or more options; `same` renames nothing. */
function readMap(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  if (text === 'same') return before;
  const pairs = text.split(',').map((pair) => pair.split('=').map((name) => name.trim()));
  if (pairs.some((pair) => pair.length !== 2 || pair.includes('')))
    throw new PenumbraError('usage', `${cite(text)} does not say which node became which`, {
      hint: 'write old=new, with commas between several, or same where all keep their names',
    });
  return { ...before, ...Object.fromEntries(pairs) };
}

type OverrideFlags = {
  readonly case: string;
  readonly at: string;
  readonly by: string;
  readonly message?: string;
  readonly file?: string;
} & OwnFlags;

export function addOverride({ program, terminal }: CommandHost): void {
  const options = program
    .command('override')
    .description('answer in place of the agent at the step a case has reached')
    .argument('<run>', 'the run: its id (see penumbra runs), a prefix of it, or latest')
    .requiredOption('--case <case>', 'the case: its id or a prefix of it', once('--case'))
    .requiredOption('--at <node>', 'the node the case has reached, for instance review', once('--at'))
    .requiredOption('--by <name>', 'who answers, for the record', once('--by'))
    .option('--message <json>', 'the answer: the fields of the artifact as JSON', once('--message'))
    .option('--file <file>', 'a file with the answer; without either, standard input', once('--file'));
  addOwnDefinitions(options)
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra investigate report.xml --pause-at review\n  $ penumbra show latest\n  $ penumbra override latest --case case-3f --at review --by alice \\\n      --message \'{"decision": "approve", "confidence": 0.9}\'\n  $ penumbra resume latest\n\nA case that has left the node takes no further answer.',
    )
    .action(async (run: string, flags: OverrideFlags, command: Command) => {
      const answer = parseAnswer(await readContent({ message: flags.message, file: flags.file }));
      const { overrideCase } = await import('../../commands/runs.ts');
      const { renderOverride } = await import('../../report/index.ts');
      const { case: caseId, at: node, by } = flags;
      const about = { run, case: caseId, node, by, answer, ...ownDefinitions(flags) };
      const done = await overrideCase({ ...workspaceOptions(command), ...about });
      terminal.answer(done, renderOverride(done));
    });
}

function parseAnswer(content: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof content === 'string' ? content : new TextDecoder('utf-8', { fatal: true }).decode(content),
    );
  } catch (cause) {
    throw new PenumbraError('unreadable-input', 'the answer is not JSON', {
      hint: 'for instance {"decision": "approve", "confidence": 0.9}',
      cause,
    });
  }
}
