/** The ledger's door: the store port, frames, and what keeps a ledger whole. */
export {
  type Basis,
  type BasisInput,
  basisObject,
  type ExternalInput,
  framesIn,
  inputKey,
  parseBasis,
  type Versioned,
} from './basis.ts';
export {
  type Batch,
  type BatchOutcome,
  checkBatch,
  type IndexEntry,
  logsTouched,
  type Precondition,
} from './batch.ts';
export { type Frame, frameLog, frameLogPrefix, parseFrame } from './frame.ts';
export {
  type DisclosureDefaults,
  defineFrameTypes,
  type FrameType,
  type FrameTypes,
  noteType,
  requireFrameType,
  type Visibility,
} from './frame-type.ts';
export type { Ledger } from './ledger.ts';
export {
  type Append,
  type AppendedEntry,
  extendDigest,
  type LogEntry,
  type LogHead,
  placeAppends,
  STAMPS_PER_MILLISECOND,
} from './log.ts';
export { createMemoryStore, erasedError, pageSize } from './memory-store.ts';
export {
  everyEntry,
  everyHead,
  everyIndexEntry,
  everyMember,
  everyObject,
  everyTombstone,
} from './pages.ts';
export { BASIS_INDEX, type FrameDraft, frameBatch, INPUT_INDEX, type PutOutcome, putFrame } from './put-frame.ts';
export { currentFrames, type FrameRecord, frameHistory, type PlacedFrame, readFrames } from './read-frame.ts';
export type { Maintenance, ObjectInfo, Page, Rewrite, Store, StoreReader, StoreStatistics } from './store.ts';
export { type StoredObject, type Tombstone, type TombstoneReason, toObject, verifyObject } from './stored-object.ts';
export { formatSubject, parseSubject, type Subject, subjectHash, subjectKinds } from './subject.ts';
