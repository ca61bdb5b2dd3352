/** The door of the adapter that runs programs: pinned, bounded, and in bubblewrap where it works. */
export { type LocalRunner, openRunner, type RunnerOptions } from './open-runner.ts';
export type { HeldPlace, HoldPlace } from './seen-roots.ts';
