/** The door of disclosure: the working set, the rules of who is told what, and the guard against leaks. */
export { compileGuard, type GuardEntry, type LeakGuard } from './compile-guard.ts';
export { valueAt } from './json-pointer.ts';
export { lockedTokens } from './locked-tokens.ts';
export { consumersOf, formFor, isMaskMatrix, type MaskMatrix } from './mask-matrix.ts';
export { normalizeText, normalKey } from './normalize-text.ts';
export { parseWorkingSet, workingSetId } from './parse-working-set.ts';
export type { LeakHit, ScanPart } from './scan-parts.ts';
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
export { admits, narrower, type Visibility, visibilityClass } from './visibility.ts';
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
