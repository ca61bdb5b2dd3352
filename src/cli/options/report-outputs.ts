/** How commands print a report, and the options for the files it is also written to. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { OpenLedgerOptions } from '../../commands/index.ts';
import type { ProvenInvestigation } from '../../commands/proofs.ts';
import type { Investigation } from '../../commands/runs.ts';
import { cite, exitCodes, faultCodes, PenumbraError, shortId } from '../../kernel/index.ts';
import { type CommandHost, type Terminal, terminalLayout } from '../console/terminal.ts';
import { once, oneOf } from './read-options.ts';

/** The file name that means standard output. */
const STANDARD_OUTPUT = '-';

type Renderers = typeof import('../../report/index.ts');
type Found = Pick<Investigation, 'document' | 'model'>;

/** The forms of a report: what the help says of each, and how it is rendered. */
const forms = {
  html: {
    help: 'one HTML file',
    render: ({ renderHtml }: Renderers, { document, model }: Found) => renderHtml(document, model),
  },
  markdown: {
    help: 'Markdown, for a job summary',
    render: ({ renderMarkdown }: Renderers, { document }: Found) => renderMarkdown(document),
  },
  comment: {
    help: 'Markdown that fits into a comment, at most 65,000 bytes',
    render: ({ renderMarkdown }: Renderers, { document }: Found) =>
      renderMarkdown(document, { use: 'comment' }),
  },
  sarif: {
    help: 'SARIF 2.1.0, for code scanning',
    render: ({ renderSarif }: Renderers, { document }: Found) => renderSarif(document),
  },
  ctrf: {
    help: 'CTRF: the failed tests, each with its cause',
    render: ({ renderCtrf }: Renderers, { document }: Found) => renderCtrf(document),
  },
  junit: {
    help: 'JUnit XML: the failed tests, each with its cause as properties',
    render: ({ renderJunit }: Renderers, { document }: Found) => renderJunit(document),
  },
  annotations: {
    help: 'workflow commands, which GitHub shows beside the lines',
    render: ({ renderAnnotations }: Renderers, { document }: Found) => renderAnnotations(document),
  },
} as const;

type Form = keyof typeof forms;
const formNames = Object.keys(forms) as readonly Form[];

/** What can make a command end with 1. */
const failReasons = ['new', 'regression', 'product'] as const;
type FailReason = (typeof failReasons)[number];

/** The options as they are given; a patch belongs to commands that make experiments. */
export type OutputFlags = { readonly [form in Form]?: string } & {
  readonly patch?: string;
  readonly failOn?: FailReason;
};

/** Adds the options that say where else a report is written to, and when the command fails. */
export function addOutputFlags(command: Command): Command {
  for (const name of formNames)
    command.option(
      `--${name} <file>`,
      `also write the report as ${forms[name].help}${name === 'html' ? '; - is standard output, here and below' : ''}`,
      once(`--${name}`),
    );
  return command.option(
    '--fail-on <what>',
    'exit with 1 if a cause is new, if a change broke what passed before (regression), or if one is a bug in the product',
    oneOf('--fail-on', failReasons),
  );
}

/** Tells whether a report has what the command is to fail on. */
export function failsOn({ causes }: Investigation['document'], reason: FailReason | undefined): boolean {
  if (reason === 'new') return causes.some(({ first_seen }) => first_seen === undefined);
  if (reason === 'regression') return causes.some(({ world }) => world === 'change');
  return reason === 'product' && causes.some(({ defect_type }) => defect_type === 'product_bug');
}

/** Refuses files that cannot be written, before the work that would end in them. */
export async function requireOutputs(asked: OutputFlags, recording?: string): Promise<void> {
  const piped = namesOf(asked).filter((name) => asked[name] === STANDARD_OUTPUT);
  if (piped.length > 1)
    throw new PenumbraError('usage', `\`--${piped[0]}\` and \`--${piped[1]}\` both ask for standard output`, {
      hint: 'name a file for one of them',
    });
  const files = filesOf(asked, recording);
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined)
    throw new PenumbraError('usage', `two options name the file ${cite(twice)}`, {
      hint: 'name a file for each',
    });
  const { requireWritable } = await import('../../commands/index.ts');
  for (const file of files) await requireWritable(file);
}

/** The places of the files that will be written, and of a model's recording; standard output is none. */
export function outputsOf(asked: OutputFlags, recording?: string): readonly string[] {
  // The folders exist by now; a link must not hide that a file is in the workspace.
  return filesOf(asked, recording).map((file) => join(realpathSync(dirname(resolve(file))), basename(file)));
}

/** Tells whether a form of the report is asked for on standard output, so that the terminal's own goes beside it. */
function isReportPiped(asked: OutputFlags): boolean {
  return namesOf(asked).some((name) => asked[name] === STANDARD_OUTPUT);
}

/** Writes the forms that were asked for. */
export async function writeForms(terminal: Terminal, found: Found, asked: OutputFlags): Promise<void> {
  const names = formNames.filter((name) => asked[name] !== undefined);
  if (names.length === 0) return;
  const [renderers, { writeTextFile }] = await Promise.all([
    import('../../report/index.ts'),
    import('../../commands/index.ts'),
  ]);
  for (const name of names) {
    const file = asked[name] ?? STANDARD_OUTPUT;
    const text = forms[name].render(renderers, found);
    if (file === STANDARD_OUTPUT) {
      process.stdout.write(text);
      continue;
    }
    await writeTextFile(file, text);
    terminal.note(`wrote ${file}`, { file });
  }
}

/** Tells whether anything is asked for that needs a report. */
export function asksForReport(asked: OutputFlags): boolean {
  return namesOf(asked).length > 0 || asked.failOn !== undefined;
}

/** The files as they were named, so that a refusal cites what the person typed. */
function filesOf(asked: OutputFlags, recording?: string): readonly string[] {
  return [...namesOf(asked).map((name) => asked[name]), recording]
    .filter((file) => file !== undefined && file !== STANDARD_OUTPUT)
    .map(String);
}

function namesOf(asked: OutputFlags): readonly (Form | 'patch')[] {
  return [...formNames, 'patch' as const].filter((name) => asked[name] !== undefined);
}

/** How a command speaks and ends. */
type AnswerHost = Pick<CommandHost, 'terminal' | 'exitWith'>;

/** Prints the result of an investigation, writes the requested files, and sets the exit code. */
export async function answerReport(
  { terminal, exitWith }: AnswerHost,
  { document, model }: Pick<Investigation, 'document' | 'model'>,
  asked: OutputFlags,
  patchFile?: string,
): Promise<void> {
  const { renderTerminal } = await import('../../report/index.ts');
  // Ages are for terminals; piped output is the same on any day.
  const now = process.stdout.isTTY ? { nowMs: Date.now() } : {};
  const text = renderTerminal(document, {
    ...terminalLayout(terminal),
    ...now,
    ...(patchFile !== undefined && { patchFile }),
  });
  answerOrNote(terminal, { document, text }, asked);
  await writeForms(terminal, { document, model }, asked);
  if (failsOn(document, asked.failOn)) exitWith(exitCodes.checkFailed);
}

/** Prints an answer, beside standard output where a form of the report goes there. */
export function answerOrNote(
  terminal: Terminal,
  { document, text }: { readonly document: unknown; readonly text: string },
  asked: OutputFlags,
): void {
  if (isReportPiped(asked)) terminal.note(text.trimEnd(), document);
  else terminal.answer(document, text);
}

/** Prints the result of experiments, and writes the requested files. */
export async function answerProof(
  host: AnswerHost,
  found: ProvenInvestigation,
  asked: OutputFlags,
): Promise<void> {
  const { terminal } = host;
  const { patch } = asked;
  const isPiped = patch === STANDARD_OUTPUT;
  await answerReport(host, found, asked, isPiped || found.patch === null ? undefined : patch);
  if (patch === undefined) return;
  if (found.patch === null) {
    const what = isPiped ? 'there is no patch' : `${patch} was not written`;
    terminal.note(`nothing was proven, so ${what}`, { patch: null });
    return;
  }
  if (isPiped) {
    process.stdout.write(found.patch);
    return;
  }
  const { writeTextFile } = await import('../../commands/index.ts');
  await writeTextFile(patch, found.patch);
  terminal.note(`wrote ${patch}`, { file: patch });
}

/** Says how to go on with a proof that was stopped; one that a person stopped ends like other work that was stopped. */
export function sayHowToContinue(
  { terminal, exitWith }: AnswerHost,
  { run, stopReason }: ProvenInvestigation,
  { signal, cause }: { readonly signal: AbortSignal; readonly cause?: string | undefined },
): void {
  if (stopReason === null) return;
  const command = `penumbra prove ${shortId(run)}${cause === undefined ? '' : ` --cause ${cause}`}`;
  terminal.note(`${stopReason}, and what was learned is kept; continue with \`${command}\``, {
    stopped: { reason: stopReason, goOn: command },
  });
  if (signal.aborted) exitWith(faultCodes.stopped.exit);
}

/** Says of a run whose proof was killed how to go on with it. */
export async function sayOpenProof(
  terminal: Terminal,
  options: OpenLedgerOptions & { readonly run: string },
): Promise<void> {
  const { findOpenProof } = await import('../../commands/proofs.ts');
  const run = await findOpenProof(options);
  if (run === null) return;
  const command = `penumbra prove ${shortId(run)}`;
  terminal.note(`its proof is unfinished; continue with \`${command}\``, { stopped: { goOn: command } });
}
