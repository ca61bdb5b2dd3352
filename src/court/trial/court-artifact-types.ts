/**
 * The names of the artifacts of a trial, separate from their schemas, so that using a name loads no schema.
 */

/** The artifact types of a trial, in the order they are produced. */
export const courtArtifactTypes = [
  'indictment',
  'discovery',
  'defense_brief',
  'hearing_record',
  'verdict',
  'evidence_gap',
  'court_evidence_gap',
  'evidence_gap_brief',
] as const;

export type CourtArtifactType = (typeof courtArtifactTypes)[number];
