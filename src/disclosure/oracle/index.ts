/**
 * The public interface of the oracle: the knowledge it holds, and the working-set compiler. Nothing is cut
 * after that.
 */
export { type FieldTierName, knowledgeTiers, type MaskMatrix, type TierName } from '../index.ts';
export type { Compaction, CompactionDraft } from './facts/compaction.ts';
export type { Fact } from './facts/fact.ts';
export {
  type BudgetPolicy,
  type CompactionPolicy,
  defaultPolicy,
  definePolicy,
  type OraclePolicy,
  type OrderingPolicy,
  type Pins,
  type PolicyDraft,
  type TruncationPolicy,
  withDirectives,
} from './facts/policy.ts';
export { type CaseCursor, caseCursor, isCursor, type StoryCursor } from './facts/story-cursor.ts';
export type { UnlockDraft, UnlockScope } from './facts/unlock.ts';
export type { FactDraft } from './facts/write-fact.ts';
export { type BootOptions, bootOracle, createOracle } from './knowledge/create-oracle.ts';
export {
  type AppendedFact,
  byteCounter,
  type KindDraft,
  type OperatorWord,
  type Oracle,
  type OracleOptions,
  type PackDraft,
  type RecordedPack,
  type TokenCounter,
} from './knowledge/oracle.ts';
export type { LogPlace } from './log/follow-log.ts';
export type { DerivedLock, KindEntry } from './log/oracle-event.ts';
export type { OracleState, OracleView, PackEntry } from './log/oracle-state.ts';
export { worldLogs } from './log/oracle-store.ts';
export {
  type AuditedItem,
  type AuditOutcome,
  auditWorkingSet,
  type RebuiltWorkingSet,
  rebuildWorkingSet,
  type WorkingSetAudit,
} from './working-set/audit-working-set.ts';
export type { ComposedFrame } from './working-set/collect-candidates.ts';
export { composeContent, composeFrame } from './working-set/collect-candidates.ts';
export {
  type CompiledWorkingSet,
  compileWorkingSet,
  type WorkingSetOptions,
} from './working-set/compile-working-set.ts';
