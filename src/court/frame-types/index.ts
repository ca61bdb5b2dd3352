/** The door for who only names the frames of trials, and loads none of what makes them. */
export { courtArtifactTypes } from '../court-artifact-types.ts';
