/** The names of what the light path produces, apart from their schemas: who only names them loads no schema. */

/** The types of artifacts of the light path, in the order of its nodes. */
export const lightArtifactTypes = [
  'recall',
  'triage',
  'resolve',
  'investigate',
  'correlate',
  'review',
  'report',
] as const;

/** The type of an artifact of the light path. */
export type LightArtifactType = (typeof lightArtifactTypes)[number];
