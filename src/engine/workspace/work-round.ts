/** One round of a watch: finds out what changed where something may have, and does what is asked for after a change. */
import type { GatheredChanges, TreeChange } from '../../context/index.ts';
import type { WatchEvent } from '../../report/index.ts';
import type { OpenedWorkspace } from './open-workspace.ts';
import { runChangeCommand } from './run-change-command.ts';
import { changedFiles, showChanges } from './show-changes.ts';

/** What is done in every round, and who is told. */
export type RoundOptions = {
  /** Renews what is derived from what changed. */
  readonly regenerate?: boolean;
  /** A command for the shell after each change; see `runChangeCommand` for what it is told. */
  readonly command?: string | undefined;
  /** Where the command's standard output goes; to that of the program unless told otherwise. */
  readonly commandOutput?: 'output' | 'error';
  /** Ends the watch in order. */
  readonly signal: AbortSignal;
  onEvent(event: WatchEvent): void;
};

/** The state that was found last. */
export type Found = { readonly root: string; readonly scan: number };

/** A round: where it stands, and what may have changed. */
export type WatchRound = {
  readonly workspace: OpenedWorkspace;
  readonly options: RoundOptions;
  readonly found: Found;
  readonly changes: GatheredChanges;
};

/** Works on changes, tells what came of them, and returns the state that was found. */
export async function workRound({ workspace, options, found, changes }: WatchRound): Promise<Found> {
  const { onEvent, regenerate = false } = options;
  const answer = await workspace.scan(changes === 'everything' ? {} : { hints: changes });
  if (answer.root === found.root) return found;
  const now: Found = { root: answer.root, scan: answer.scan };
  // Another process may have recorded something in between, and then the answer tells of other changes than ours.
  const isNext = answer.isNew && answer.scan === found.scan + 1;
  const moved = isNext ? answer.changes : await workspace.diff(found.root, answer.root);
  onEvent({ event: 'scanned', ...now, changes: showChanges(moved), read: answer.read });
  if (regenerate) {
    const changed = moved.map(({ path }) => path);
    const renewed = await workspace.as('synthesis', 'synthesis').regenerate({ changed });
    onEvent({ event: 'regenerated', ...now, ...renewed });
  }
  await runCommand({ workspace, options, found: now }, moved);
  return now;
}

async function runCommand(
  { workspace, options, found }: Omit<WatchRound, 'changes'>,
  moved: readonly TreeChange[],
): Promise<void> {
  const { command, commandOutput = 'output', signal, onEvent } = options;
  if (command === undefined || signal.aborted) return;
  const end = await runChangeCommand({
    command,
    directory: workspace.directory,
    files: changedFiles(moved),
    scan: found.scan,
    output: commandOutput,
    signal,
  });
  onEvent({ event: 'command', ...found, command, ...end });
}
