/** Public entry point to the guard over real directories: sessions, worlds and tools. */
export { openAnchoredTrail } from './audit/anchored-trail.ts';
export { openContextServices } from './context-services.ts';
export { openGuardSession } from './open-guard-session.ts';
