/**
 * The public interface of disclosure: the working set, the rules of who sees what, and the guard against
 * leaks.
 */

export type { LeakHit, ScanPart } from './guard/compile-guard.ts';
export { compileGuard, isLeakGuard, type LeakGuard, rememberId } from './guard/compile-guard.ts';
export type { GuardEntry } from './guard/guard-entry.ts';
export { lockedTokens, lockedWords } from './guard/locked-tokens.ts';
export { normalizeText, normalKey } from './guard/normalize-text.ts';
export { trailText, walkTexts } from './guard/walk-texts.ts';
export { memberKeys, valueAt } from './rules/json-pointer.ts';
export { consumersOf, formFor, isMaskMatrix, type MaskMatrix } from './rules/mask-matrix.ts';
export {
  type ConsumerTiers,
  commonTiers,
  type FieldTier,
  type FieldTierName,
  type FieldTiers,
  fieldsAtTier,
  fieldsForSomeone,
  isAboveTier,
  isFieldTier,
  isTier,
  knowledgeTiers,
  NEVER_TOLD,
  type TierName,
  tierOf,
  toTier,
} from './rules/tier.ts';
export {
  copyCanonical,
  hasFields,
  idOf,
  isDigest,
  isFilled,
  isFlag,
  isOneOf,
  isText,
  isWhole,
  listOf,
  mapOf,
  nameOf,
  type ShapeCheck,
  takeMembers,
} from './rules/value-shape.ts';
export {
  type Audience,
  admits,
  isVisibility,
  narrower,
  type Visibility,
  visibilityClass,
} from './rules/visibility.ts';
export { type DisclosureRules, discloseItem } from './working-set/disclose-item.ts';
export {
  type DisclosedSet,
  discloseWorkingSet,
  type ExclusionReason,
  type ItemOutcome,
  packChannels,
  type Slices,
  type ToldItem,
} from './working-set/disclose-working-set.ts';
export { firstDifference } from './working-set/first-difference.ts';
export { quoteFinder, withoutHandles } from './working-set/pack-names.ts';
export {
  isDirectives,
  isLength,
  isPolicyIds,
  isProvenance,
  keepWritten,
  parseWorkingSet,
  readWorkingSet,
  workingSetId,
} from './working-set/parse-working-set.ts';
export { type QuotedHandle, renameHandles } from './working-set/quoted-handles.ts';
export { type ItemDraft, sealWorkingSet, type WorkingSetDraft } from './working-set/seal-working-set.ts';
export {
  type Directives,
  lockedOrdinal,
  lockedOrdinals,
  type MadeFrom,
  type OutputClass,
  type PolicyIds,
  type Provenance,
  ruleHandle,
  type Scope,
  type WorkingSet,
  type WorkingSetBytes,
  type WorkingSetItem,
} from './working-set/working-set.ts';
