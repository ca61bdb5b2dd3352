/** What a court tries: a conclusion with its confidence and evidence, and what becomes of it by a verdict. */
import type { CanonicalValue } from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { BroughtEvidence, CourtArtifactData } from './court-artifacts.ts';

/** A place as a ranking names it: a path, or a path with what is known of it. */
type RankedPlace = string | { readonly path: string; readonly [field: string]: unknown };

/** A conclusion: what kind of defect it is and where, as `location` or as the first of `suspects`; more may stand by. */
export type CourtConclusion = {
  readonly defect_type?: string;
  readonly location?: string;
  readonly component?: string;
  readonly suspects?: readonly RankedPlace[];
  readonly [field: string]: unknown;
};

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
  const { defect_type, location, component } = conclusion;
  const first = firstSuspect(conclusion);
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

/** Tells whether two conclusions differ in their type or their first place. */
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
