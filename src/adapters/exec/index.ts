/** Public entry point to the adapter that runs programs: pinned, limited, and in bubblewrap if it works. */
export { openRunner } from './open-runner.ts';
export { type CommandEnd, type CommandRunner, openCommandRunner } from './run-command.ts';
