/** The door of commands on the guard: policies, keys, approvals and the audit. */

export { type OpenApprovals, openApprovals } from './approvals/approvals-commands.ts';
export { anchorAudit, checkAudit, listAudit } from './audit/audit-commands.ts';
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
