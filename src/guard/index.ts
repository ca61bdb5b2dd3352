/** The guard's door: what an agent may see and do, decided by a policy that is data, and denied in one place. */

export type {
  ApprovalBook,
  ApprovalDesk,
  ApprovalRequest,
  ApprovalState,
  ApprovalSubject,
  KeptApproval,
} from './approvals/approval.ts';
export { type AuditEntry, type AuditedRequest, type AuditRecord, auditHash } from './audit/audit-record.ts';
export type { AuditTrail } from './audit/audit-trail.ts';
export type { Contract, ContractOperation, ContractScope, DeclaredEdit } from './contracts/contract.ts';
export type {
  ClosingAudit,
  ContractDesk,
  ContractState,
  DeskFault,
  KeptContract,
} from './contracts/contract-desk.ts';
export type { ContractDraft } from './contracts/read-contract.ts';
export type {
  ConditionContext,
  ConditionDefinition,
  ConditionOperation,
  ExecGrounds,
  RegistryEntry,
  RequestContext,
} from './enforcement/condition.ts';
export { type ConditionRegistry, defineConditions } from './enforcement/define-conditions.ts';
export { type EnforceRequest, enforce } from './enforcement/enforce.ts';
export { type RecordedRequest, type ReplayedRequest, replayRequests } from './enforcement/replay-requests.ts';
export type { ExecPolicy, OperandKind, SandboxDemand, TokenRule } from './exec/exec-policy.ts';
export { diffPolicies, type PolicyChange, type PolicyEffect } from './policy/diff-policies.ts';
export type { PolicyFinding, PolicyRule } from './policy/finding.ts';
export { type HidesPath, hiddenNames } from './policy/hidden-names.ts';
export { lintPolicy, type PolicyOptions } from './policy/lint-policy.ts';
export { loadPolicy } from './policy/load-policy.ts';
export type {
  Area,
  CommandSet,
  OperationRow,
  Policy,
  PolicyRoot,
  RowAnswer,
  VisibilityRow,
} from './policy/policy.ts';
export { type PolicyTableRow, policyTable } from './policy/policy-table.ts';
export { shippedPolicies } from './policy/shipped-policies.ts';
export { createWorld, type ResolveOptions, type World, type WorldOptions } from './world/create-world.ts';
export type { Disk, DiskAnswer, DiskPlace, DiskRoot } from './world/disk.ts';
export type { Session, SessionEntry, Snapshot } from './world/session.ts';
export type { RefPlace, VisibilityRef } from './world/visibility-ref.ts';
