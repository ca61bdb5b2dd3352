/** The door for who only names the frames of investigations, and loads none of what makes them. */

export { memoryTypes } from '../memory/memory-types.ts';
export { lightArtifactTypes } from '../nodes/light-artifact-types.ts';
