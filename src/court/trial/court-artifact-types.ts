/** The names of what a trial produces, apart from their schemas: who only names them loads no schema. */

/** The types of artifacts of a trial, in the order they come about. */
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

/** The type of an artifact of a trial. */
export type CourtArtifactType = (typeof courtArtifactTypes)[number];
