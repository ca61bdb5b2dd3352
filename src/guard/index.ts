/** The guard's door: what an agent may see and do, decided by a policy that is data, and denied in one place. */
export type {
  ConditionContext,
  ConditionDefinition,
  ConditionOperation,
  ExecGrounds,
  RegistryEntry,
  RequestContext,
} from './condition.ts';
export type { ContractOperation, ContractScope } from './contract.ts';
export { createWorld, type ResolveOptions, type World, type WorldOptions } from './create-world.ts';
export { type ConditionRegistry, defineConditions } from './define-conditions.ts';
export { diffPolicies, type PolicyChange, type PolicyEffect } from './diff-policies.ts';
export type { Disk, DiskAnswer, DiskPlace, DiskRoot } from './disk.ts';
export { type EnforceRequest, enforce } from './enforce.ts';
export type { PolicyFinding, PolicyRule } from './finding.ts';
export { lintPolicy, type PolicyOptions } from './lint-policy.ts';
export { loadPolicy } from './load-policy.ts';
export type {
  Area,
  CommandSet,
  OperationRow,
  Policy,
  PolicyRoot,
  RowAnswer,
  VisibilityRow,
} from './policy.ts';
export { type PolicyTableRow, policyTable } from './policy-table.ts';
export { type RecordedRequest, type ReplayedRequest, replayRequests } from './replay-requests.ts';
export type { Session, SessionEntry, Snapshot } from './session.ts';
export { shippedPolicies } from './shipped-policies.ts';
export type { RefPlace, VisibilityRef } from './visibility-ref.ts';
