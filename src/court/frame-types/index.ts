/** The artifact types of trials, for code that needs only the names and should not load the court. */
export { courtArtifactTypes } from '../trial/court-artifact-types.ts';
