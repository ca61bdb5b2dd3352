/** The door of the guard over real directories: sessions, worlds and tools. */
export { openAnchoredTrail } from './audit/anchored-trail.ts';
export { openContextServices, type WorkspaceContext } from './context-services.ts';
export { createLocalTools, createLocalWorld } from './create-local-world.ts';
export type { PersonAtHand } from './open-guard-session.ts';
export {
  type GuardSession,
  type GuardSessionOptions,
  openGuardSession,
} from './open-guard-session.ts';
