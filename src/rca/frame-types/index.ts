/** The door for who only names the frames of investigations, and loads none of what makes them. */
export { lightArtifactTypes } from '../artifacts/light-artifact-types.ts';
export { memoryTypes } from '../memory/memory-types.ts';
