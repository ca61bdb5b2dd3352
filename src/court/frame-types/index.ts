/** The door for who only names the frames of trials, and loads none of what makes them. */
export { courtArtifactTypes } from '../trial/court-artifact-types.ts';
