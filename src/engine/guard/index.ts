/** The door of commands on the guard: what they do, and the documents they print. */
export { type ApprovalKeyOptions, type OpenApprovals, openApprovals } from './approvals-commands.ts';
export { type AnchoredTrailOptions, openAnchoredTrail } from './audit-anchored-trail.ts';
export {
  type AuditCheckOptions,
  type AuditListOptions,
  anchorAudit,
  checkAudit,
  listAudit,
} from './audit-commands.ts';
export { openContextMeans, type WorkspaceContext } from './context-means.ts';
export {
  createKeys,
  forgetKey,
  type KeyMakingOptions,
  listKeys,
  retireKey,
  rotateKey,
  showPublicKeys,
} from './keys-commands.ts';
export type { KeysOptions } from './keys-of-user.ts';
export { createTools } from './library-tools.ts';
export { createWorld } from './library-world.ts';
export { type GuardSession, type GuardSessionOptions, openGuardSession } from './open-guard-session.ts';
export { comparePolicies, lintPolicies, showPolicy } from './policy-documents.ts';
export { replayPolicy } from './policy-replay.ts';
