/** The door of memory: what earlier runs learned, as of a head, and what a run adds to it. */
export { compareSymptoms, type SymptomLikeness, type SymptomMarks } from './compare-symptoms.ts';
export { type LearnedCause, type LearnOptions, type Lesson, learnCauses } from './learn-causes.ts';
export { MEMORY_LOG, memoryTypes } from './memory-types.ts';
export { type ContentOf, isPriorStale } from './prior-staleness.ts';
export {
  emptyMemory,
  type MemoryView,
  memoryHead,
  type Remembered,
  readMemory,
} from './read-memory.ts';
export { type RecallCandidate, recallCandidates } from './recall-candidates.ts';
