/** Prints reports, and provides the options for writing them to files. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { OpenLedgerOptions } from '../../commands/index.ts';
import type { ProvenInvestigation } from '../../commands/proofs.ts';
import type { Investigation } from '../../commands/runs.ts';
import { cite, exitCodes, faultCodes, PenumbraError, shortId } from '../../kernel/index.ts';
import { type CommandHost, type Terminal, terminalLayout } from '../console/terminal.ts';
import { once, oneOf } from './read-options.ts';

/** The file name for standard output. */
const STANDARD_OUTPUT = '-';

type Renderers = typeof import('../../report/index.ts');
type Found = Pick<Investigation, 'document' | 'model'>;

/** The report formats: their help text and renderer. */
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

/** The conditions for exit code 1. */
const failReasons = ['new', 'regression', 'product'] as const;
type FailReason = (typeof failReasons)[number];

/** The parsed options; the patch is only available for commands with experiments. */
export type OutputFlags = { readonly [form in Form]?: string } & {
  readonly patch?: string;
  readonly failOn?: FailReason;
};

/** Adds the options for output files and failure conditions. */
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

/** Checks whether a report meets a failure condition. */
export function failsOn({ causes }: Investigation['document'], reason: FailReason | undefined): boolean {
  if (reason === 'new') return causes.some(({ first_seen }) => first_seen === undefined);
  if (reason === 'regression') return causes.some(({ world }) => world === 'change');
  return reason === 'product' && causes.some(({ defect_type }) => defect_type === 'product_bug');
}

/** Throws before any work if an output file cannot be written. */
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

/** Returns the paths of the files to be written, including a model's recording but not standard output. */
export function outputsOf(asked: OutputFlags, recording?: string): readonly string[] {
  // The folders exist by now; resolving links shows whether a file is in the workspace.
  return filesOf(asked, recording).map((file) => join(realpathSync(dirname(resolve(file))), basename(file)));
}

/**
 * Checks whether a format is written to standard output, so that the terminal report goes to standard error.
 */
function isReportPiped(asked: OutputFlags): boolean {
  return namesOf(asked).some((name) => asked[name] === STANDARD_OUTPUT);
}

/** Writes the requested formats. */
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

/** Checks whether any requested output needs a report. */
export function asksForReport(asked: OutputFlags): boolean {
  return namesOf(asked).length > 0 || asked.failOn !== undefined;
}

/** Returns the files as typed, for use in error messages. */
function filesOf(asked: OutputFlags, recording?: string): readonly string[] {
  return [...namesOf(asked).map((name) => asked[name]), recording]
    .filter((file) => file !== undefined && file !== STANDARD_OUTPUT)
    .map(String);
}

function namesOf(asked: OutputFlags): readonly (Form | 'patch')[] {
  return [...formNames, 'patch' as const].filter((name) => asked[name] !== undefined);
}

/** The output and exit code of a command. */
type AnswerHost = Pick<CommandHost, 'terminal' | 'exitWith'>;

/** Prints the result of an investigation, writes the requested files, and sets the exit code. */
export async function answerReport(
  { terminal, exitWith }: AnswerHost,
  { document, model }: Pick<Investigation, 'document' | 'model'>,
  asked: OutputFlags,
  patchFile?: string,
): Promise<void> {
  const { renderTerminal } = await import('../../report/index.ts');
  // Ages are only shown on terminals; piped output is the same on any day.
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

/** Prints an answer, or a note if standard output carries a report format. */
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

/** Prints how to continue an interrupted proof; if the user stopped it, the exit code says so. */
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

/** Prints how to continue a run whose proof was killed. */
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
