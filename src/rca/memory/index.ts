/** The door of memory: what earlier runs learned and people said, as of a head, and what is added to it. */

export {
  type Correction,
  correctCause,
  mergeCauses,
  type ReportedCause,
  rejectCause,
  retireCause,
  type SpokenChange,
  splitCause,
  symptomsOf,
} from './change-causes.ts';
export { compareSymptoms, type SymptomLikeness, type SymptomMarks } from './compare-symptoms.ts';
export { type LearnedCause, type LearnOptions, type Lesson, learnCauses } from './learn-causes.ts';
export { MEMORY_LOG, type MemoryChange, memoryLimits, memoryTypes } from './memory-types.ts';
export { type ContentOf, type HasCommit, isPriorStale, wasThereWhenGreen } from './prior-staleness.ts';
export {
  emptyMemory,
  type MemoryEntry,
  type MemoryView,
  memoryHead,
  type Remembered,
  readMemory,
  readMemoryEntries,
} from './read-memory.ts';
export { type RecallCandidate, recallCandidates, rejectedFiles } from './recall-candidates.ts';
export { coversTests, type RecallTrust, recallTrust } from './recall-trust.ts';
export { mergedId } from './remembered-cause.ts';
export {
  hasFlipped,
  isAsLarge,
  type LastGreen,
  lastGreenOf,
  REPORTS_LOG,
  type ReportEntry,
  readReportHistory,
  reportEntry,
} from './report-history.ts';
export { type TestIdentity, testHash } from './test-hash.ts';
