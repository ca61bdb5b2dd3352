/** The oracle's door: what is known, and the compiler of working sets, after which nothing is cut. */
export { type FieldTierName, knowledgeTiers, type MaskMatrix, type TierName } from '../index.ts';
export type { Compaction, CompactionDraft } from './facts/compaction.ts';
export type { Fact } from './facts/fact.ts';
export { type CaseCursor, caseCursor, isCursor, type StoryCursor } from './facts/story-cursor.ts';
export type { UnlockDraft, UnlockScope } from './facts/unlock.ts';
export type { FactDraft } from './facts/write-fact.ts';
export { type BootOptions, bootOracle } from './knowledge/boot-oracle.ts';
export { createOracle } from './knowledge/create-oracle.ts';
export type {
  AppendedFact,
  KindDraft,
  OperatorWord,
  Oracle,
  OracleOptions,
  PackDraft,
  RecordedPack,
} from './knowledge/oracle.ts';
export { byteCounter, type TokenCounter } from './knowledge/token-counter.ts';
export type { LogPlace } from './log/follow-log.ts';
export type { DerivedLock, KindEntry } from './log/oracle-event.ts';
export type { OracleState, PackEntry } from './log/oracle-state.ts';
export { worldLogs } from './log/oracle-store.ts';
export type { OracleView } from './log/oracle-view.ts';
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
} from './policy.ts';
export {
  type AuditedItem,
  type AuditOutcome,
  auditWorkingSet,
  type WorkingSetAudit,
} from './working-set/audit-working-set.ts';
export type { ComposedFrame } from './working-set/candidate.ts';
export { type CompiledWorkingSet, compileWorkingSet } from './working-set/compile-working-set.ts';
export { composeContent, composeFrame } from './working-set/compose-frame.ts';
export type { WorkingSetOptions } from './working-set/read-and-build.ts';
export { type RebuiltWorkingSet, rebuildWorkingSet } from './working-set/rebuild-working-set.ts';
