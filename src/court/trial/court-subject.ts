/** The subject of a trial: a conclusion with its confidence and evidence, and how a verdict changes it. */
import type { CanonicalValue } from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { BroughtEvidence, CourtArtifactData } from './court-artifacts.ts';

/** A place in a ranking: a path, alone or with further fields. */
type RankedPlace = string | { readonly path: string; readonly [field: string]: unknown };

/**
 * A conclusion: the kind of defect and its location, as `location` or as the first of `suspects`; further
 * fields are allowed.
 */
export type CourtConclusion = {
  readonly defect_type?: string;
  readonly location?: string;
  readonly component?: string;
  readonly suspects?: readonly RankedPlace[];
  readonly [field: string]: unknown;
};

/** A piece of evidence cited by the light path: a handle, alone or with further fields. */
export type CitedEvidence = string | (Partial<BroughtEvidence> & Pick<BroughtEvidence, 'handle'>);

/** A conclusion before the court. */
export type CourtSubject = {
  readonly id: string;
  readonly conclusion: CourtConclusion;
  readonly confidence: number;
  readonly evidence: readonly CitedEvidence[];
  /** The raw failure, unless the seats find it elsewhere; it contains no conclusion. */
  readonly failure?: CanonicalValue;
};

/** Returns the artifact a trial begins with: the conclusion without anyone's words about it. */
export function priorOf({ conclusion, evidence }: CourtSubject): Artifact {
  const { defect_type, location, component } = conclusion;
  const first = firstSuspect(conclusion);
  const charged = { defect_type, location, component, suspects: first === undefined ? undefined : [first] };
  const cited = evidence.map((item) =>
    typeof item === 'string' ? item : { description: item.description ?? item.handle, ...item },
  );
  const known = Object.entries({ ...charged, evidence: cited }).filter(([, value]) => value !== undefined);
  return { type: 'investigate', data: Object.fromEntries(known) as Artifact['data'] };
}

/** Returns the conclusion after a verdict. Only `amend` changes it, and only its type and first place. */
export function amendConclusion(
  conclusion: CourtConclusion,
  verdict: Pick<CourtArtifactData<'verdict'>, 'final_classification' | 'final_location'>,
): CourtConclusion {
  const { final_classification: defect_type, final_location: place } = verdict;
  const { location, suspects } = conclusion;
  if (place === undefined) return { ...conclusion, defect_type };
  return {
    ...conclusion,
    defect_type,
    ...(suspects && { suspects: putFirst(suspects, place) }),
    ...((!suspects || location !== undefined) && { location: place }),
  };
}

/** Returns whether two conclusions differ in type or first place. */
export function isFlipped(original: CourtConclusion, final: CourtConclusion): boolean {
  return original.defect_type !== final.defect_type || placeOf(original) !== placeOf(final);
}

function placeOf(conclusion: CourtConclusion): string | undefined {
  return conclusion.location ?? firstSuspect(conclusion);
}

function firstSuspect({ suspects = [] }: CourtConclusion): string | undefined {
  return suspects.map(pathOf)[0];
}

function putFirst(suspects: readonly RankedPlace[], place: string): readonly RankedPlace[] {
  const isPlace = (suspect: RankedPlace) => pathOf(suspect) === place;
  const known = suspects.find(isPlace) ?? (typeof suspects[0] === 'string' ? place : { path: place });
  return [known, ...suspects.filter((suspect) => !isPlace(suspect))];
}

function pathOf(suspect: RankedPlace): string {
  return typeof suspect === 'string' ? suspect : suspect.path;
}
