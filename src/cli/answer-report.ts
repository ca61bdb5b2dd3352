/** How a command hands over what an investigation came to: on the terminal, and as a page where one was asked for. */
import type { Investigation } from '../engine/investigate/index.ts';
import type { Terminal } from './terminal.ts';
import { terminalLayout } from './terminal-layout.ts';

/** Prints what an investigation came to, and writes its page to the file that was named. */
export async function answerReport(
  terminal: Terminal,
  { document, model }: Pick<Investigation, 'document' | 'model'>,
  html?: string,
): Promise<void> {
  const { renderTerminal, renderHtml } = await import('../report/index.ts');
  // Ages are for whoever watches; what is piped says the same on any day.
  const now = process.stdout.isTTY ? { nowMs: Date.now() } : {};
  terminal.answer(document, renderTerminal(document, { ...terminalLayout(terminal), ...now }));
  if (html === undefined) return;
  const { writeTextFile } = await import('../engine/index.ts');
  await writeTextFile(html, renderHtml(document, model));
  terminal.note(`wrote ${html}`, { file: html });
}

/** Refuses a page that cannot be written, before the work that would end in it. */
export async function requirePage(html: string | undefined): Promise<void> {
  if (html === undefined) return;
  const { requireWritable } = await import('../engine/index.ts');
  await requireWritable(html);
}
