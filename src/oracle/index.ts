/** The oracle's door: what is known, and the compiler of working sets, after which nothing is cut. */
export { knowledgeTiers, type MaskMatrix, type TierName } from '../disclosure/index.ts';
export type { DerivedLock } from './build-working-set.ts';
export type { ComposedFrame, ComposeFrames } from './candidate.ts';
export type { Compaction, CompactionDraft } from './compaction.ts';
export {
  auditWorkingSet,
  type CompiledWorkingSet,
  compileWorkingSet,
  type WorkingSetAudit,
} from './compile-working-set.ts';
export { composeContent, composeFrame } from './compose-frame.ts';
export {
  type AppendedFact,
  createOracle,
  type KindDraft,
  type OperatorWord,
  type Oracle,
  type OracleOptions,
} from './create-oracle.ts';
export type { Fact, FactDraft } from './fact.ts';
export type { KindEntry } from './oracle-event.ts';
export type { OracleState } from './oracle-state.ts';
export type { OracleView } from './oracle-view.ts';
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
export type { StoryCursor } from './story-cursor.ts';
export { byteCounter, type TokenCounter } from './token-counter.ts';
export type { UnlockDraft, UnlockScope } from './unlock.ts';
