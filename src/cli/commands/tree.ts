/** `penumbra scan`, `status` and `diff`: scans the files and shows what changed. */
import type { Command } from 'commander';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { withWorkspace } from '../options/with-workspace.ts';

export function addScan({ program, terminal }: CommandHost): void {
  program
    .command('scan')
    .description('scan all files, and record the tree and what changed since the last scan')
    .option('--force', 'reread every file, not only those whose size or times changed')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra scan\n  $ penumbra scan --json\n\nFiles that git ignores are left out, unless they are tracked; .penumbraignore excludes more.\nIf nothing changed, nothing is recorded.',
    )
    .action(({ force = false }: { readonly force?: boolean }, command: Command) =>
      withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace }) => {
        terminal.progress(force ? 'reading all files' : 'looking at the files');
        const scan = await engine.showScan(workspace, { force });
        const { renderScan } = await import('../../report/index.ts');
        terminal.answer(scan, renderScan(scan, terminalLayout(terminal)));
      }),
    );
}

export function addStatus({ program, terminal }: CommandHost): void {
  program
    .command('status')
    .description(
      'show what changed since the last scan, and which records are stale and why; changes nothing',
    )
    .addHelpText('after', '\nExample:\n  $ penumbra status\n  $ penumbra status --json')
    .action((_options: unknown, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace }) => {
        const status = await engine.showStatus(workspace);
        const { renderStatus } = await import('../../report/index.ts');
        terminal.answer(status, renderStatus(status, terminalLayout(terminal)));
      }),
    );
}

export function addDiff({ program, terminal }: CommandHost): void {
  program
    .command('diff')
    .description('show what changed between two states of the workspace')
    .argument(
      '[before]',
      'the number of a scan, latest, previous, the first digits of a root, or a run (default: latest)',
    )
    .argument('[after]', 'the same, or now for the files as they are (default: now)')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra diff\n  $ penumbra diff previous latest\n  $ penumbra diff run:3f2a latest --json',
    )
    .action((before = 'latest', after = 'now', _options: unknown, command: Command) =>
      withWorkspace(command, { access: 'read', terminal }, async ({ engine, workspace }) => {
        const diff = await engine.showDiff(workspace, { before, after });
        const { renderDiff } = await import('../../report/index.ts');
        terminal.answer(diff, renderDiff(diff, terminalLayout(terminal)));
      }),
    );
}
