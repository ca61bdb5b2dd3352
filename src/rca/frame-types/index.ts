/**
 * The frame types of investigations, for code that needs only the names and should not load the investigator.
 */

export { memoryTypes } from '../memory/memory-types.ts';
export { lightArtifactTypes } from '../nodes/light-artifact-types.ts';
