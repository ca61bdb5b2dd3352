/** The door of disclosure: the working set, the rules of who is told what, and the guard against leaks. */
export { compileGuard, isLeakGuard, type LeakGuard } from './compile-guard.ts';
export {
  type DisclosureDenial,
  type DisclosureRules,
  discloseItem,
} from './disclose-item.ts';
export { firstDifference } from './first-difference.ts';
export type { GuardEntry } from './guard-entry.ts';
export { valueAt } from './json-pointer.ts';
export { lockedTokens } from './locked-tokens.ts';
export { consumersOf, formFor, isMaskMatrix, type MaskMatrix } from './mask-matrix.ts';
export { normalizeText, normalKey } from './normalize-text.ts';
export { packChannels, type Slices } from './pack-channels.ts';
export {
  isLength,
  isPolicyIds,
  isProvenance,
  parseWorkingSet,
  workingSetId,
} from './parse-working-set.ts';
export type { LeakHit, ScanPart } from './scan-parts.ts';
export { type ItemDraft, sealWorkingSet, type WorkingSetDraft } from './seal-working-set.ts';
export { takeMembers } from './take-members.ts';
export {
  type ConsumerTiers,
  type FieldTiers,
  fieldsAtTier,
  knowledgeTiers,
  type TierName,
  tierOf,
  toTier,
} from './tier.ts';
export { isOneOf, isRecord, isText, isWhole, listOf, mapOf, nameOf, type ShapeCheck } from './value-shape.ts';
export { type Audience, admits, narrower, type Visibility } from './visibility.ts';
export {
  type Directives,
  lockedOrdinal,
  type OutputClass,
  type PolicyIds,
  type Provenance,
  type Scope,
  type WorkingSet,
  type WorkingSetBytes,
  type WorkingSetItem,
} from './working-set.ts';
