/** The door of the adapter that runs programs: pinned, bounded, and in bubblewrap where it works. */
export { openRunner } from './open-runner.ts';
export { type CommandEnd, type CommandRunner, openCommandRunner } from './run-command.ts';
