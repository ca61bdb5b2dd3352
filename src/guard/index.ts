/**
 * The public interface of the guard: what an agent may see and do, decided by a policy that is data, and
 * denied in one place.
 */

export type {
  ApprovalChanges,
  ApprovalReader,
  ApprovalRequest,
  ApprovalRequests,
  ApprovalReview,
  ApprovalSandbox,
  ApprovalState,
  ApprovalSubject,
  CallSubject,
  KeptApproval,
  ScriptSubject,
} from './approvals/approval.ts';
export { type ApprovalRequestOptions, createApprovalRequests } from './approvals/create-approval-requests.ts';
export { type ApprovalReviewOptions, createApprovalReview } from './approvals/create-approval-review.ts';
export { type AuditAnchor, readAnchor, signAnchor, verifyAnchor } from './audit/audit-anchor.ts';
export {
  AUDIT_LOG,
  type AuditCut,
  type AuditCuts,
  type AuditEntry,
  type AuditedRequest,
  type AuditHead,
  type AuditRecord,
  auditHash,
} from './audit/audit-record.ts';
export type {
  AnchoredRange,
  AuditChain,
  AuditFault,
  AuditFaultKind,
  AuditVerification,
} from './audit/audit-verification.ts';
export type { AuditTrail } from './audit/open-audit-trail.ts';
export {
  type AuditTrailOptions,
  type OpenAuditTrail,
  openAuditTrail,
} from './audit/open-audit-trail.ts';
export {
  type AuditSelection,
  findAuditHead,
  holdsAnchor,
  type NewestRecords,
  readAuditRecords,
  readNewestRecords,
} from './audit/read-audit-records.ts';
export { type VerifyAuditOptions, verifyAudit } from './audit/verify-audit.ts';
export {
  EXEC_ALLOWED,
  EXEC_CONDITIONS,
  EXEC_SIGNED,
  holdsPath,
  PERSON_APPROVES,
} from './conditions/built-in-conditions.ts';
export type {
  Condition,
  ConditionContext,
  ConditionFactory,
  ConditionOperation,
  ExecGrounds,
  PersonGrounds,
  RegistryEntry,
  RequestContext,
} from './conditions/condition.ts';
export type { Area } from './conditions/contract.ts';
export {
  type Contract,
  type ContractOperation,
  type ContractScope,
  contractLimits,
  type DeclaredEdit,
  scopeOf,
} from './conditions/contract.ts';
export { type ConditionRegistry, defineConditions } from './conditions/define-conditions.ts';
export { targetCovers } from './conditions/target-pattern.ts';
export {
  type ContractHistory,
  type ContractHistoryOptions,
  type LoggedContract,
  readContractHistory,
} from './contracts/contract-history.ts';
export { contractSchema } from './contracts/contract-shape.ts';
export type {
  ClosingAudit,
  ContractChanges,
  ContractReader,
  ContractState,
  ContractStore,
  ContractStoreFault,
  KeptContract,
  NeedsPerson,
} from './contracts/contract-store.ts';
export type { ContractGrounds } from './contracts/draw-contract.ts';
export {
  type ContractStoreOptions,
  type OpenContractStore,
  openContractStore,
} from './contracts/open-contract-store.ts';
export {
  type ContractDraft,
  type ContractFault,
  type ContractFinding,
  lintContract,
  loadContract,
  type ReadContract,
  readContract,
} from './contracts/read-contract.ts';
export {
  type ExecPlace,
  type ExecPolicy,
  execLimits,
  isCommandLine,
  isCommandWord,
  isInPlace,
  type OperandKind,
  type SandboxDemand,
  type TokenRule,
} from './exec/exec-policy.ts';
export { type CommandLine, type MatchedRule, matchRule } from './exec/match-rule.ts';
export { splitCommandLine } from './exec/split-command-line.ts';
export { type AreaFault, findAreaFault } from './policy/check-draft.ts';
export { type WithheldBecause, withheldBecause } from './policy/check-exec.ts';
export {
  diffPolicies,
  diffPolicySettings,
  type PolicyChange,
  type PolicyEffect,
  type PolicySettingChange,
} from './policy/diff-policies.ts';
export { type EnforceRequest, enforce } from './policy/enforce.ts';
export type { PolicyFinding, PolicyRule } from './policy/finding.ts';
export { type HidesPath, hiddenNames } from './policy/hidden-names.ts';
export { lintPolicy, loadPolicy, type PolicyOptions } from './policy/lint-policy.ts';
export type {
  CommandSet,
  ContractBreadth,
  OperationRow,
  Policy,
  PolicyRoot,
  RowAnswer,
  VisibilityRow,
} from './policy/policy.ts';
export { type PolicyTableRow, policyTable } from './policy/policy-table.ts';
export { type RecordedRequest, type ReplayedRequest, replayRequests } from './policy/replay-requests.ts';
export { shippedPolicies } from './policy/shipped-policies.ts';
export { createWorld, type ResolveOptions, type World, type WorldOptions } from './world/create-world.ts';
export type { Disk, DiskAnswer, DiskPlace, DiskRoot } from './world/disk.ts';
export type { ReservedPaths, Session, SessionEntry, Snapshot } from './world/read-session.ts';
export type { RefPlace, VisibilityRef } from './world/visibility-ref.ts';
