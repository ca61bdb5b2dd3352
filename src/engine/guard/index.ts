/** The door of the guard over real directories: sessions, worlds and tools. */
export { openAnchoredTrail } from './audit/audit-anchored-trail.ts';
export type { PersonAtHand } from './session/await-person.ts';
export { openContextServices, type WorkspaceContext } from './session/context-services.ts';
export { createLocalTools } from './session/create-local-tools.ts';
export { createLocalWorld } from './session/create-local-world.ts';
export {
  type GuardSession,
  type GuardSessionOptions,
  openGuardSession,
} from './session/open-guard-session.ts';
