/** `penumbra investigate`: the root causes of the failing tests in reports. */
import type { Command } from 'commander';
import type { Investigation, InvestigationProgress, MemoryUse } from '../../engine/investigate/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { CommandHost } from '../command-host.ts';
import { once } from '../once.ts';
import { stopSignal } from '../stop-signal.ts';
import type { Terminal } from '../terminal.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { workspaceOptions } from '../workspace-options.ts';
import { requireWritable, writePage } from '../write-page.ts';

type InvestigateFlags = { readonly memory: MemoryUse; readonly court: boolean; readonly html?: string };

const memoryUses: readonly string[] = ['off', 'read', 'write'] satisfies MemoryUse[];

/** Adds the command. */
export function addInvestigate({ program, terminal }: CommandHost): void {
  program
    .command('investigate')
    .description('find the root causes of the failing tests in JUnit XML reports')
    .argument('<reports...>', 'the reports: files, folders, patterns, or - for standard input')
    .option(
      '--memory <use>',
      'off, read (recall causes) or write (also remember them)',
      readMemoryUse,
      'write',
    )
    .option('--no-court', 'do not put uncertain conclusions to an adversarial review')
    .option('--html <file>', 'also write the report as one HTML file', once('--html'))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra investigate reports/*.xml\n  $ penumbra investigate target/surefire-reports --html causes.html',
    )
    .action(async (reports: string[], { memory, court, html }: InvestigateFlags, command: Command) => {
      if (html !== undefined) await requireWritable(html);
      const { investigate } = await import('../../engine/investigate/index.ts');
      const found = await investigate({
        ...workspaceOptions(command),
        reports,
        memory,
        court,
        signal: stopSignal(),
        onProgress: (progress) => terminal.progress(progressLine(progress)),
      });
      await answerReport(terminal, found);
      if (html !== undefined) await writeHtml({ html, found, terminal });
    });
}

/** Prints what an investigation came to. */
export async function answerReport(
  terminal: Terminal,
  { document }: Pick<Investigation, 'document'>,
): Promise<void> {
  const { renderTerminal } = await import('../../report/index.ts');
  terminal.answer(document, renderTerminal(document, terminalLayout(terminal)).trimEnd());
}

/** Says how far an investigation has come. */
export function progressLine({ phase, done, total }: InvestigationProgress): string {
  return total === 0 ? phase : `${phase}: ${done} of ${total}`;
}

async function writeHtml({
  html,
  found,
  terminal,
}: {
  readonly html: string;
  readonly found: Investigation;
  readonly terminal: Terminal;
}): Promise<void> {
  const { renderHtml } = await import('../../report/index.ts');
  await writePage(html, renderHtml(found.document, found.model));
  terminal.note(`wrote ${html}`, { file: html });
}

function readMemoryUse(text: string): MemoryUse {
  if (memoryUses.includes(text)) return text as MemoryUse;
  throw new PenumbraError('usage', `${cite(text)} is no way to use the memory`, {
    hint: `use one of: ${memoryUses.join(', ')}`,
  });
}
