/** How a command hands over what an investigation came to: on the terminal, and as a page where one was asked for. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { OpenLedgerOptions } from '../engine/index.ts';
import type { Investigation } from '../engine/investigate/index.ts';
import type { ProvenInvestigation } from '../engine/prove/index.ts';
import { faultCodes, shortId } from '../kernel/index.ts';
import type { CommandHost } from './command-host.ts';
import type { Terminal } from './terminal.ts';
import { terminalLayout } from './terminal-layout.ts';

/** The name that stands for standard output where a patch is asked for. */
const STANDARD_OUTPUT = '-';

/** Prints what an investigation came to, and writes its page to the file that was named. */
export async function answerReport(
  terminal: Terminal,
  { document, model }: Pick<Investigation, 'document' | 'model'>,
  html?: string,
  patchFile?: string,
): Promise<void> {
  const isPiped = patchFile === STANDARD_OUTPUT;
  const { renderTerminal, renderHtml } = await import('../report/index.ts');
  // Ages are for whoever watches; what is piped says the same on any day.
  const now = process.stdout.isTTY ? { nowMs: Date.now() } : {};
  const text = renderTerminal(document, {
    ...terminalLayout(terminal),
    ...now,
    ...(patchFile !== undefined && !isPiped && { patchFile }),
  });
  // Standard output carries the patch itself, so the report goes beside it.
  if (isPiped) terminal.note(text.trimEnd(), document);
  else terminal.answer(document, text);
  if (html === undefined) return;
  const { writeTextFile } = await import('../engine/index.ts');
  await writeTextFile(html, renderHtml(document, model));
  terminal.note(`wrote ${html}`, { file: html });
}

/** Prints what experiments came to, and writes the files that were named. */
export async function answerProof(
  terminal: Terminal,
  found: ProvenInvestigation,
  { html, patch }: AskedFiles,
): Promise<void> {
  const isPiped = patch === STANDARD_OUTPUT;
  await answerReport(terminal, found, html, isPiped || found.patch !== null ? patch : undefined);
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
  const { writeTextFile } = await import('../engine/index.ts');
  await writeTextFile(patch, found.patch);
  terminal.note(`wrote ${patch}`, { file: patch });
}

/** Says how to go on with a proof that was stopped; one that a person stopped ends like other work that was stopped. */
export function sayHowToGoOn(
  { terminal, exitWith }: Pick<CommandHost, 'terminal' | 'exitWith'>,
  { run, stopReason }: ProvenInvestigation,
  { signal, cause }: { readonly signal: AbortSignal; readonly cause?: string | undefined },
): void {
  if (stopReason === null) return;
  const command = `penumbra prove ${shortId(run)}${cause === undefined ? '' : ` --cause ${cause}`}`;
  terminal.note(`${stopReason}, and what was learned is kept; go on with \`${command}\``, {
    stopped: { reason: stopReason, goOn: command },
  });
  if (signal.aborted) exitWith(faultCodes.stopped.exit);
}

/** Says of a run whose proof was killed how to go on with it. */
export async function sayOpenProof(
  terminal: Terminal,
  options: OpenLedgerOptions & { readonly run: string },
): Promise<void> {
  const { findOpenProof } = await import('../engine/prove/index.ts');
  const run = await findOpenProof(options);
  if (run === null) return;
  const command = `penumbra prove ${shortId(run)}`;
  terminal.note(`its proof was not ended; go on with \`${command}\``, { stopped: { goOn: command } });
}

/** The files that are asked for. */
type AskedFiles = {
  readonly html?: string | undefined;
  readonly patch?: string | undefined;
  /** The recording that is read or written. */
  readonly recording?: string | undefined;
};

/** Refuses files that cannot be written, before the work that would end in them. */
export async function requireOutputs(asked: AskedFiles): Promise<void> {
  for (const file of filesOf(asked)) await requirePage(file);
}

/** The places of the files that will be written; standard output is none. */
export function outputsOf(asked: AskedFiles): readonly string[] {
  // Their folders are there by now; a link on the way to one must not hide that it lies in the workspace.
  return filesOf(asked).map((file) => join(realpathSync(dirname(resolve(file))), basename(file)));
}

/** The files as they were named, so that a refusal cites what the person typed. */
function filesOf({ html, patch, recording }: AskedFiles): readonly string[] {
  const named = [html, patch === STANDARD_OUTPUT ? undefined : patch, recording];
  return named.filter((file) => file !== undefined);
}

/** Refuses a page that cannot be written, before the work that would end in it. */
async function requirePage(html: string | undefined): Promise<void> {
  if (html === undefined) return;
  const { requireWritable } = await import('../engine/index.ts');
  await requireWritable(html);
}
