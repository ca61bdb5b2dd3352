/** The door of the adapter that runs programs: pinned, bounded, and in bubblewrap where it works. */
export { openRunner } from './open-runner.ts';
