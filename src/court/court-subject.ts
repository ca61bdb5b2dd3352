/** What a court tries: a conclusion with its confidence and evidence, and what becomes of it by a verdict. */
import type { CanonicalValue } from '../kernel/index.ts';
import type { Artifact } from '../pipeline/index.ts';
import type { BroughtEvidence, CourtArtifactData } from './court-artifacts.ts';

type Data = { readonly [field: string]: unknown };

/** A conclusion: its `defect_type`, and its place as `location` or as the first of `suspects`; or the artifact of them. */
export type CourtConclusion = Data;

/** A piece of evidence as the light path names it: a handle, or a handle with what is known of it. */
export type CitedEvidence = string | (Partial<BroughtEvidence> & Pick<BroughtEvidence, 'handle'>);

/** A conclusion before the court. */
export type CourtSubject = {
  /** The case. */
  readonly id: string;
  readonly conclusion: CourtConclusion;
  readonly confidence: number;
  readonly evidence: readonly CitedEvidence[];
  /** The raw failure, where the seats do not find it elsewhere; it holds no conclusion. */
  readonly failure?: CanonicalValue;
};

/** Returns the artifact a trial begins with: the conclusion without anybody's words about it. */
export function priorOf({ conclusion, evidence }: CourtSubject): Artifact {
  const { defect_type, location, component, suspects } = fieldsOf(conclusion);
  const first = firstPath(suspects);
  const charged = { defect_type, location, component, suspects: first === undefined ? undefined : [first] };
  const cited = evidence.map((item) =>
    typeof item === 'string' ? item : { description: item.description ?? item.handle, ...item },
  );
  const known = Object.entries({ ...charged, evidence: cited }).filter(([, value]) => value !== undefined);
  return { type: 'investigate', data: Object.fromEntries(known) as Artifact['data'] };
}

/** Returns the conclusion as a verdict leaves it; only `amend` changes it, and only its type and its first place. */
export function amendConclusion(
  conclusion: CourtConclusion,
  verdict: Pick<CourtArtifactData<'verdict'>, 'final_classification' | 'final_location'>,
): CourtConclusion {
  const data = fieldsOf(conclusion);
  const { final_classification: defect_type, final_location: place } = verdict;
  const isListed = Array.isArray(data.suspects);
  const amended = {
    ...data,
    defect_type,
    ...(place !== undefined &&
      isListed && { suspects: putFirst(data.suspects as readonly unknown[], place) }),
    ...(place !== undefined && (!isListed || data.location !== undefined) && { location: place }),
  };
  return isArtifact(conclusion) ? { ...conclusion, data: amended } : amended;
}

/** Tells whether two conclusions differ in their type or their first place. */
export function isFlipped(original: CourtConclusion, final: CourtConclusion): boolean {
  const [before, after] = [fieldsOf(original), fieldsOf(final)];
  return before.defect_type !== after.defect_type || placeOf(before) !== placeOf(after);
}

function placeOf({ location, suspects }: Data): unknown {
  return location ?? firstPath(suspects);
}

function putFirst(suspects: readonly unknown[], place: string): readonly unknown[] {
  const isPlace = (suspect: unknown) => pathOf(suspect) === place;
  const known = suspects.find(isPlace) ?? (typeof suspects[0] === 'string' ? place : { path: place });
  return [known, ...suspects.filter((suspect) => !isPlace(suspect))];
}

function firstPath(suspects: unknown): unknown {
  return Array.isArray(suspects) ? pathOf(suspects[0]) : undefined;
}

function pathOf(suspect: unknown): unknown {
  return typeof suspect === 'object' && suspect !== null ? (suspect as Data).path : suspect;
}

function fieldsOf(conclusion: CourtConclusion): Data {
  return isArtifact(conclusion) ? conclusion.data : conclusion;
}

function isArtifact(conclusion: CourtConclusion): conclusion is { readonly data: Data } {
  return typeof conclusion.data === 'object' && conclusion.data !== null;
}
