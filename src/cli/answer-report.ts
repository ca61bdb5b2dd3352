/** How a command hands over what an investigation came to: on the terminal, and in the files that were asked for. */
import type { OpenLedgerOptions } from '../commands/index.ts';
import type { ProvenInvestigation } from '../commands/proofs/index.ts';
import type { Investigation } from '../commands/runs/index.ts';
import { exitCodes, faultCodes, shortId } from '../kernel/index.ts';
import type { CommandHost } from './command-host.ts';
import { failsOn, isReportPiped, type OutputFlags, STANDARD_OUTPUT, writeForms } from './report-outputs.ts';
import type { Terminal } from './terminal.ts';
import { terminalLayout } from './terminal-layout.ts';

/** How a command speaks and ends. */
type AnswerHost = Pick<CommandHost, 'terminal' | 'exitWith'>;

/** Prints what an investigation came to, writes the files that were named, and ends as it was asked to. */
export async function answerReport(
  { terminal, exitWith }: AnswerHost,
  { document, model }: Pick<Investigation, 'document' | 'model'>,
  asked: OutputFlags,
  patchFile?: string,
): Promise<void> {
  const { renderTerminal } = await import('../report/index.ts');
  // Ages are for whoever watches; what is piped says the same on any day.
  const now = process.stdout.isTTY ? { nowMs: Date.now() } : {};
  const text = renderTerminal(document, {
    ...terminalLayout(terminal),
    ...now,
    ...(patchFile !== undefined && { patchFile }),
  });
  answerBeside(terminal, { document, text }, asked);
  await writeForms(terminal, { document, model }, asked);
  if (failsOn(document, asked.failOn)) exitWith(exitCodes.checkFailed);
}

/** Prints an answer, beside standard output where a form of the report goes there. */
export function answerBeside(
  terminal: Terminal,
  { document, text }: { readonly document: unknown; readonly text: string },
  asked: OutputFlags,
): void {
  if (isReportPiped(asked)) terminal.note(text.trimEnd(), document);
  else terminal.answer(document, text);
}

/** Prints what experiments came to, and writes the files that were named. */
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
  const { writeTextFile } = await import('../commands/index.ts');
  await writeTextFile(patch, found.patch);
  terminal.note(`wrote ${patch}`, { file: patch });
}

/** Says how to go on with a proof that was stopped; one that a person stopped ends like other work that was stopped. */
export function sayHowToGoOn(
  { terminal, exitWith }: AnswerHost,
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
  const { findOpenProof } = await import('../commands/proofs/index.ts');
  const run = await findOpenProof(options);
  if (run === null) return;
  const command = `penumbra prove ${shortId(run)}`;
  terminal.note(`its proof was not ended; go on with \`${command}\``, { stopped: { goOn: command } });
}
