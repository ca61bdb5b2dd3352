/** Coverage as evidence: documents in, what ran out, and who was not there. */

export { alibisOf } from './alibi.ts';
export type { RecordedFile } from './coverage.ts';
export {
  type Coverage,
  coverageLimits,
  coverageOf,
  type KeptCoverage,
  keepCoverage,
  keptCoverage,
  type LineCoverage,
  type LineMarks,
  mergeCoverage,
  withIdleFiles,
} from './coverage.ts';
export { placeCoverage } from './place-coverage.ts';
export { type CoverageDocument, type CoverageFormat, readCoverage } from './read-coverage.ts';
