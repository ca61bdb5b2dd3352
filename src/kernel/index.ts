/** Public exports of the kernel: canonical bytes, hashes, ids, replies and errors. No I/O. */

export { openBudget } from './budget.ts';
export {
  type CanonicalValue,
  canonicalize,
  canonicalText,
  compareCodePoints,
  sortByCodePoint,
} from './canonical-json.ts';
export { cite, didYouMean, nearest, printableJson } from './cite.ts';
export { cutText, decodeCutUtf8, decodeUtf8 } from './decode-text.ts';
export {
  type BasisPoints,
  chanceOf,
  expDown,
  FIXED_ONE,
  FIXED_UNIT,
  firstLogOdds,
  fixedLog2,
  formatBasisPoints,
  fromBasisPoints,
  ONE_IN_BASIS_POINTS,
  toBasisPoints,
} from './fixed-point.ts';
export { deepFreeze, freezeCanonical, isFrozenCanonical, parseFrozen } from './freeze.ts';
export {
  canonicalHash,
  canonicalShortHash,
  createSha256,
  isSha256,
  type PreimageTag,
  type Sha256,
  type Sha256Stream,
  sha256,
  taggedHash,
  taggedText,
} from './hash.ts';
export type { HostRoot } from './host-path.ts';
export {
  type AuditId,
  type BasisId,
  type ContentId,
  contentId,
  digestOf,
  type FrameId,
  type Id,
  type IdKind,
  idKinds,
  isId,
  makeId,
  type NodeId,
  parseId,
  requireWellFormed,
  shortId,
  storedIdKinds,
  type TreeId,
} from './id.ts';
export { limits } from './limits.ts';
export { parseCanonical, type TextsAtDepth } from './parse-canonical.ts';
export { assertInvariant, exitCodes, type FaultCode, faultCodes, PenumbraError } from './penumbra-error.ts';
export type {
  Clock,
  Randomness,
  Signature,
  Signer,
  SigningPurpose,
  Verification,
  Verifier,
} from './ports.ts';
export {
  type Reply,
  type ReplyCode,
  type ReplyCodeOf,
  type ReplyLayer,
  type ReplyTrace,
  type ReplyType,
  type ReplyValue,
  replyCodes,
} from './reply.ts';
export { createReplyBuilder, type ReplyBuilder, type ReplyBuilderOptions } from './reply-builder.ts';
export {
  fields,
  flag,
  isRecord,
  type JsonSchema,
  listOf,
  type Misfit,
  mappingOf,
  nullOr,
  oneOf,
  type Shape,
  satisfying,
  shownAs,
  textLike,
  textUpTo,
  type ValuePath,
} from './shape.ts';
