/**
 * The names of the artifacts of the light path, separate from their schemas, so that using a name loads no
 * schema.
 */

/** The artifact types of the light path, in the order of its nodes. */
export const lightArtifactTypes = [
  'recall',
  'triage',
  'resolve',
  'investigate',
  'correlate',
  'review',
  'report',
] as const;

export type LightArtifactType = (typeof lightArtifactTypes)[number];
