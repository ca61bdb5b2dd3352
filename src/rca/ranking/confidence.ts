/** The door of confidence: from how settled a ranking is to how likely its suspects are right. */
export { type ConfidenceMap, confidenceMapOf, fittedVersion } from './confidence-map.ts';
export { isSettled, type StatedAnswer, statedAnswer } from './stated-answer.ts';
export {
  groundlessConfidences,
  RANKS_WITH_CONFIDENCE,
  suspectConfidences,
} from './suspect-confidences.ts';
