/** The oracle's door: what is known, and the compiler of working sets, after which nothing is cut. */
export { knowledgeTiers, type MaskMatrix, type TierName } from '../disclosure/index.ts';
export { type BootOptions, bootOracle } from './knowledge/boot-oracle.ts';
export type { Compaction, CompactionDraft } from './knowledge/compaction.ts';
export { createOracle } from './knowledge/create-oracle.ts';
export type { Fact } from './knowledge/fact.ts';
export type {
  AppendedFact,
  KindDraft,
  OperatorWord,
  Oracle,
  OracleOptions,
  PackDraft,
  RecordedPack,
} from './knowledge/oracle.ts';
export type { UnlockDraft, UnlockScope } from './knowledge/unlock.ts';
export type { FactDraft } from './knowledge/write-fact.ts';
export type { LogPlace } from './log/follow-log.ts';
export type { KindEntry } from './log/oracle-event.ts';
export type { OracleState, PackEntry } from './log/oracle-state.ts';
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
export type { ComposedFrame, ComposeFrames } from './working-set/candidate.ts';
export { type CompiledWorkingSet, compileWorkingSet } from './working-set/compile-working-set.ts';
export { composeContent, composeFrame } from './working-set/compose-frame.ts';
export type { DerivedLock } from './working-set/derive-locks.ts';
export { type CaseCursor, caseCursor, type StoryCursor } from './working-set/story-cursor.ts';
export { byteCounter, type TokenCounter } from './working-set/token-counter.ts';
