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
export { type LearnOptions, learnCauses } from './learn-causes.ts';
export { MEMORY_LOG, memoryLimits, memoryTypes } from './memory-types.ts';
export {
  emptyMemory,
  type MemoryEntry,
  type MemoryView,
  memoryHead,
  type Remembered,
  readMemory,
  readMemoryEntries,
} from './read-memory.ts';
export {
  compareSymptoms,
  type RecallCandidate,
  recallCandidates,
  rejectedFiles,
  type SymptomLikeness,
  type SymptomMarks,
} from './recall-candidates.ts';
export {
  coversTests,
  isCommittedByNow,
  isPriorStale,
  recallTrust,
  wasThereWhenGreen,
} from './remembered-cause.ts';
export {
  hasFlipped,
  isAsLarge,
  lastGreenOf,
  type ReportEntry,
  readReportHistory,
  reportEntry,
  testHash,
} from './report-history.ts';
