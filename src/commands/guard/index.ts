/** Public entry point to the guard commands: policies, keys, approvals and the audit. */

export { type OpenApprovals, openApprovals } from './approvals.ts';
export { anchorAudit, checkAudit, listAudit } from './audit.ts';
export {
  createKeys,
  forgetKey,
  listKeys,
  retireKey,
  rotateKey,
  showPublicKeys,
} from './keys.ts';
export { comparePolicies, lintPolicies, showPolicy } from './policies.ts';
export { replayPolicy } from './replay-policy.ts';
