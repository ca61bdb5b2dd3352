/** Public exports of the ledger: the store port, frames, and maintenance. */

export { type ArchiveSummary, exportArchive, ledgerRoot } from './archive/export.ts';
export { type ImportSummary, importArchive } from './archive/import.ts';
export type { CollectionOptions } from './collect.ts';
export { type CollectionPlan, collect, planCollection } from './collect.ts';
export {
  type Basis,
  type BasisInput,
  basisIdFor,
  basisIdOf,
  basisObject,
  type ExternalInput,
  framesIn,
  inputKey,
  parseBasis,
  type Versioned,
} from './frames/basis.ts';
export {
  directoryObject,
  directoryTree,
  parseDirectory,
  subdirectories,
  type TreeLine,
} from './frames/directory-object.ts';
export { resolveId } from './frames/find-object.ts';
export {
  type Frame,
  formatSubject,
  frameLog,
  frameLogPrefix,
  parseFrame,
  parseSubject,
  type Subject,
  subjectHash,
  subjectKinds,
} from './frames/frame.ts';
export {
  type DisclosureDefaults,
  defineFrameTypes,
  type FrameType,
  type FrameTypes,
  type Ledger,
  noteType,
  requireFrameType,
  requireTypeName,
  type Visibility,
} from './frames/frame-type.ts';
export {
  BASIS_INDEX,
  type FrameDraft,
  frameBatch,
  INPUT_INDEX,
  type PreparedFrame,
  type PutOutcome,
  putFrame,
  putPreparedFrame,
} from './frames/put-frame.ts';
export { putFrames } from './frames/put-frames.ts';
export {
  currentFrames,
  type FrameBasis,
  type FrameRecord,
  frameHistory,
  type PlacedFrame,
  readContents,
  readFrameBases,
  readFrames,
} from './frames/read-frame.ts';
export type { Rewrite } from './store/batch.ts';
export {
  type Batch,
  type BatchOutcome,
  holds,
  type IndexEntry,
  logsTouched,
  type Precondition,
  type PreconditionView,
  takeBatch,
  takeRewrite,
} from './store/batch.ts';
export {
  type Append,
  type AppendedEntry,
  extendDigest,
  frameIdIn,
  frameLogValue,
  LATEST_MS,
  type LogEntry,
  type LogHead,
  placeAppends,
  recordedMsOf,
  STAMPS_PER_MILLISECOND,
} from './store/log.ts';
export { createMemoryStore } from './store/memory-store.ts';
export { requireAgentName } from './store/name.ts';
export { createOverlayStore, type HiddenParts } from './store/overlay-store.ts';
export {
  everyEntry,
  everyHead,
  everyIndexEntry,
  everyMember,
  everyObject,
  everyTombstone,
  pageSize,
  readWholeLog,
} from './store/pages.ts';
export type { Maintenance, ObjectInfo, Page, Store, StoreReader, StoreStatistics } from './store/store.ts';
export {
  erasedError,
  type StoredObject,
  type Tombstone,
  type TombstoneReason,
  toObject,
  verifyObject,
} from './store/stored-object.ts';
export { validateLedger } from './validate/validate.ts';
export type { LedgerFault, Validation, ValidationOptions } from './validate/validation.ts';
