/** `penumbra watch`: watches the files and reports changes. */
import type { Command } from 'commander';
import { createStopSwitch } from '../console/stop-switch.ts';
import { type CommandHost, type Terminal, terminalLayout } from '../console/terminal.ts';
import { once } from '../options/read-options.ts';
import { withWorkspace } from '../options/with-workspace.ts';

type WatchFlags = { readonly regenerate?: boolean; readonly onChange?: string };

export function addWatch({ program, terminal }: CommandHost): void {
  program
    .command('watch')
    .description('watch the files and record each change as it happens, until Ctrl-C')
    .option('--regenerate', 'renew derived records of what changed')
    .option('--on-change <command>', 'run a command in the shell after each change', once('--on-change'))
    .addHelpText(
      'after',
      `
Example:
  $ penumbra watch --regenerate
  $ penumbra watch --on-change 'echo "$PENUMBRA_CHANGED"'
  $ penumbra watch --json | my-editor-plugin

The command runs in the root of the workspace, one at a time; a failure is
reported, and watching continues. PENUMBRA_CHANGED has the changed files, one per
line, as many as fit; PENUMBRA_CHANGED_COUNT says how many there are, and
standard input has all of them, each ended by NUL (for xargs -0).
With --json every event is a line of JSON.`,
    )
    .action((flags: WatchFlags, command: Command) =>
      withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace }) => {
        const { renderWatchEvent } = await import('../../report/index.ts');
        const { regenerate = false, onChange } = flags;
        terminal.progress('looking at the files');
        await engine.watchWorkspace(workspace, {
          regenerate,
          command: onChange,
          commandOutput: terminal.isJson ? 'error' : 'output',
          signal: stopSignal(terminal),
          onEvent: (event) => {
            const text = renderWatchEvent(event, { ...terminalLayout(terminal), time: timeOfDay() });
            if (terminal.isJson || text !== '') terminal.answerLine(event, text);
          },
        });
      }),
    );
}

/** Aborts on an interrupt, or when standard output is closed. */
function stopSignal(terminal: Terminal): AbortSignal {
  const { signal, arm } = createStopSwitch();
  const unread = new AbortController();
  process.stdout.once('error', () => unread.abort());
  arm();
  signal.addEventListener('abort', () => terminal.progress('stopping; Ctrl-C again quits at once'));
  return AbortSignal.any([signal, unread.signal]);
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
