/** The door of commands on the guard: what they do, and the documents they print. */
export { type OpenApprovals, openApprovals } from './approvals/approvals-commands.ts';
export { openAnchoredTrail } from './audit/audit-anchored-trail.ts';
export {
  anchorAudit,
  checkAudit,
  listAudit,
} from './audit/audit-commands.ts';
export {
  createKeys,
  forgetKey,
  listKeys,
  retireKey,
  rotateKey,
  showPublicKeys,
} from './keys/keys-commands.ts';
export { comparePolicies, lintPolicies, showPolicy } from './policy/policy-documents.ts';
export { replayPolicy } from './policy/policy-replay.ts';
export type { PersonAtHand } from './session/await-person.ts';
export { openContextServices, type WorkspaceContext } from './session/context-services.ts';
export { createLocalTools } from './session/create-local-tools.ts';
export { createLocalWorld } from './session/create-local-world.ts';
export {
  type GuardSession,
  type GuardSessionOptions,
  openGuardSession,
} from './session/open-guard-session.ts';
