/** Turns the checks of discovery into challenges against the exhibits of the charge. */
import type { Challenge, EvidenceClass } from '../court-artifacts.ts';
import { classOfFamily, type EvidenceFamily } from './evidence-families.ts';
import { type Check, candidateChecks, RANK_WITHOUT, readingChecks } from './exculpatory-checks.ts';
import type { CourtPack } from './read-court-pack.ts';

/** A kind of evidence without which the charged place does not lead, and who leads then. */
export type Fall = { readonly family: EvidenceFamily; readonly leader: string };

const LONGEST_CHALLENGE = 2_000;

const hitWords: { readonly [check: string]: string } = {
  [candidateChecks.singleSourced]: 'only one kind of evidence speaks for the place',
  [candidateChecks.partOfFailures]: 'the place explains only part of the failures',
  [candidateChecks.outsidePath]: 'the failing run does not pass the place, and passes others',
  [candidateChecks.unchanged]: 'the place has not changed in the history that is known',
  [candidateChecks.stale]: 'the evidence is of an earlier state of the file',
};

const readingTypes: { readonly [check: string]: readonly string[] } = {
  [readingChecks.passedAgain]: ['flaky'],
  [readingChecks.environment]: ['environment', 'infrastructure'],
};

/** Makes the challenges against a charge, in the order of its exhibits' checks. */
export function challengeCharge(pack: CourtPack, checks: readonly Check[]): readonly Challenge[] {
  if (pack.charged.length === 0) return [];
  return [
    ...unfounded(pack),
    ...hangsOn(pack, checks),
    ...hits(pack, checks),
    ...otherReadings(pack, checks),
  ];
}

/** Returns the kinds of evidence the charge hangs on: left out, somebody else leads. */
export function fallsOf({ charge }: CourtPack, checks: readonly Check[]): readonly Fall[] {
  if (charge?.location === undefined) return [];
  return checks
    .filter(({ name, result }) => name.startsWith(RANK_WITHOUT) && result !== charge.location)
    .map(({ name, result }) => ({
      family: name.slice(RANK_WITHOUT.length) as EvidenceFamily,
      leader: result,
    }));
}

function unfounded({ charged, blocks }: CourtPack): readonly Challenge[] {
  return charged
    .filter(({ handle }) => !blocks.has(handle))
    .map(({ index }) => against(index, 'fatal', 'what the exhibit cites is not there'));
}

function hangsOn(pack: CourtPack, checks: readonly Check[]): readonly Challenge[] {
  return fallsOf(pack, checks).map(({ family, leader }) =>
    against(
      exhibitOf(pack, classOfFamily[family]),
      family === 'prior' ? 'minor' : 'weakening',
      `without ${family} evidence ${leader} leads`,
    ),
  );
}

function hits(pack: CourtPack, checks: readonly Check[]): readonly Challenge[] {
  const { candidates, charge } = pack;
  const own = candidates.find(({ path }) => path === charge?.location);
  if (!own) return [];
  return checks.flatMap(({ name, handles }) => {
    const words = Object.hasOwn(hitWords, name) ? hitWords[name] : undefined;
    const kind = name === candidateChecks.unchanged ? 'circumstantial' : 'primary';
    if (words === undefined || !handles.includes(own.handle)) return [];
    return [against(exhibitOf(pack, kind), 'weakening', words)];
  });
}

function otherReadings(pack: CourtPack, checks: readonly Check[]): readonly Challenge[] {
  return checks.flatMap(({ name, result }) => {
    const types = Object.hasOwn(readingTypes, name) ? readingTypes[name] : undefined;
    if (!types || types.includes(pack.charge?.type ?? '')) return [];
    return [against(exhibitOf(pack, 'primary'), 'weakening', `${result}, which reads as ${types[0]}`)];
  });
}

/** Returns the first exhibit of a class, or the first of all. */
function exhibitOf({ charged }: CourtPack, kind: EvidenceClass): number {
  return (charged.find((exhibit) => exhibit.class === kind) ?? charged[0])?.index ?? 0;
}

function against(evidence_index: number, severity: Challenge['severity'], challenge: string): Challenge {
  return { evidence_index, challenge: challenge.slice(0, LONGEST_CHALLENGE), severity };
}
