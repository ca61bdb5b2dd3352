/** The door of confidence: from how settled a ranking is to how likely its suspects are right. */
export { type ConfidenceMap, confidenceMap } from './confidence-map.ts';
export { type StatedAnswer, statedAnswer } from './stated-answer.ts';
export {
  groundlessConfidences,
  HIGHEST_CONFIDENCE,
  RANKS_WITH_CONFIDENCE,
  suspectConfidences,
} from './suspect-confidences.ts';
