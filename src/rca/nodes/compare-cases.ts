/**
 * Decides whether two failures of a run share their cause. Conservative, because a case folded into another
 * is not examined further: two defects in one class have different places, and the words of an assertion
 * prove nothing.
 */

import { sortByCodePoint, toBasisPoints } from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { OtherCaseBlock } from '../blocks/case-blocks.ts';
import type { CaseFailure, CaseRecord } from '../case/case-record.ts';
import { traceOf } from '../case/fingerprint.ts';
import { coverFailures, type Hypothesis } from '../changes/cover-failures.ts';
import { rootException } from '../stack/parse-stack.ts';
import type { LightArtifactData, Suspect } from './light-artifacts.ts';
import { isTestFrame } from './own-places.ts';

/** The similarity, in basis points, from which two cases share a cause. */
export const DUPLICATE_SIMILARITY = 8_000;

/** The similarity of two cases explained by the same change. */
const ONE_CHANGE = 9_000;

/** The similarity from which a case is worth mentioning. */
export const RELATED_SIMILARITY = 4_000;

/** The similarity of two cases, in basis points, and the reason. */
export type CaseLikeness = { readonly similarity: number; readonly reason: string };

const MOST_SUSPECTS = 3;
const MOST_CLASSES = 50;
const MOST_RELATED = 20;
const ASSERTION = /assert|comparison|expectation|^error$|^$/i;
/** A word of a message template that is not a placeholder. */
const OWN_WORD = /(?<![<\w])[\p{L}_]{4,}(?![\w>])/u;

/** The weights of likenesses short of a shared cause, in basis points. */
const shares = {
  place: 3_000,
  testClass: 1_500,
  template: 1_500,
  exception: 500,
  firstSuspect: 1_000,
  suspect: 500,
};

/** What was thrown, and where in the product; undefined if either is unknown. */
function eventOf(exception: string, place: string | undefined): string | undefined {
  return exception === '' || place === undefined ? undefined : `${exception} ${place}`;
}

/** Returns what a case threw, and where in the product. */
export function eventOfCase(one: Pick<CaseRecord, 'fingerprint' | 'failures'>): string | undefined {
  return eventOf(one.fingerprint.exception, placesOf(one)[0]);
}

/** A frame of the test itself is where the failure was noticed, not where it happened. */
function placesOf({
  fingerprint: { places },
  failures: [first],
}: Pick<CaseRecord, 'fingerprint' | 'failures'>): readonly string[] {
  return first === undefined || isInTest(first) ? [] : places;
}

/** Summarises the conclusion of a case for comparison with others. */
export function caseSummary(
  { id, fingerprint, failures, count }: Pick<CaseRecord, 'id' | 'fingerprint' | 'failures' | 'count'>,
  investigated: Artifact | null,
  order: number,
): OtherCaseBlock {
  const found = investigated?.data as LightArtifactData<'investigate'> | undefined;
  const classes = new Set(failures.map(({ className, suite }) => className ?? suite));
  return {
    case_id: id,
    order,
    test_classes: sortByCodePoint([...classes]).slice(0, MOST_CLASSES),
    places: placesOf({ fingerprint, failures }),
    template: fingerprint.template,
    exception: fingerprint.exception,
    suspects: (found?.suspects ?? []).slice(0, MOST_SUSPECTS).map(({ path }) => path),
    defect_type: found?.defect_type ?? '',
    failures: count,
    hypotheses: hypothesesOf(found?.suspects ?? []),
    explained_by: '',
  };
}

/** How many changes a case is compared by. */
const MOST_HYPOTHESES = 10;

/**
 * Returns the changes that may have broken a case, from its suspects, best first: each is a change and the
 * file in it.
 */
export function hypothesesOf(suspects: readonly Suspect[]): readonly Hypothesis[] {
  return suspects.slice(0, MOST_HYPOTHESES).flatMap(({ change, path, confidence }) => {
    const chance = toBasisPoints(confidence);
    return change === undefined || chance === 0 ? [] : [{ id: `${change} ${path}`, chance }];
  });
}

/** Adds to each case the change that explains it together with most other cases. */
export function explainCases(cases: readonly OtherCaseBlock[]): readonly OtherCaseBlock[] {
  const explained = coverFailures(
    cases.map(({ case_id, failures, hypotheses, exception, places: [place] }) => ({
      ...{ id: case_id, failures, hypotheses },
      event: eventOf(exception, place),
    })),
  );
  return cases.map((one) => ({ ...one, explained_by: explained.get(one.case_id) ?? '' }));
}

/**
 * Returns a case and the earlier ones that may share its cause, in case order; if there are many, the most
 * similar.
 */
export function relatedCases(own: OtherCaseBlock, all: readonly OtherCaseBlock[]): readonly OtherCaseBlock[] {
  const related = all
    .filter(({ order }) => order < own.order)
    .map((other) => ({ other, ...compareCases(own, other) }))
    .filter(({ similarity }) => similarity >= RELATED_SIMILARITY)
    .sort((left, right) => right.similarity - left.similarity || left.other.order - right.other.order)
    .slice(0, MOST_RELATED)
    .map(({ other }) => other);
  return [...related, own].sort((left, right) => left.order - right.order);
}

/** Returns how likely it is that two cases share a cause. */
export function compareCases(own: OtherCaseBlock, other: OtherCaseBlock): CaseLikeness {
  if (own.explained_by !== '' && other.explained_by !== '') {
    return own.explained_by === other.explained_by
      ? { similarity: ONE_CHANGE, reason: 'one change explains both' }
      : { similarity: looseSimilarity(own, other), reason: 'other changes explain them' };
  }
  const isOneKind =
    own.defect_type === '' || other.defect_type === '' || own.defect_type === other.defect_type;
  const likeness = isOneKind ? (samePlace(own, other) ?? sameSetUp(own, other)) : null;
  return likeness ?? { similarity: looseSimilarity(own, other), reason: 'some marks in common' };
}

/** The same exception at the same innermost production place, unless the suspects have nothing in common. */
function samePlace(own: OtherCaseBlock, other: OtherCaseBlock): CaseLikeness | null {
  if (!hasSamePlace(own, other) || own.exception === '' || own.exception !== other.exception) return null;
  const isUnknown = own.suspects.length === 0 || other.suspects.length === 0;
  if (!isUnknown && sharedSuspects(own, other) === 0) return null;
  const similarity = hasSameFirst(own, other) ? 9_000 : DUPLICATE_SIMILARITY;
  return { similarity, reason: 'the same exception at the same place in production code' };
}

/** Tests of one class that fail alike before testing anything, with the same suspect. */
function sameSetUp(own: OtherCaseBlock, other: OtherCaseBlock): CaseLikeness | null {
  const hasOtherPlaces = own.places.length > 0 && other.places.length > 0 && !hasSamePlace(own, other);
  const isAlike =
    !hasOtherPlaces &&
    hasSharedClass(own, other) &&
    own.exception === other.exception &&
    !ASSERTION.test(own.exception) &&
    own.template === other.template &&
    OWN_WORD.test(own.template) &&
    hasSameFirst(own, other);
  return isAlike
    ? { similarity: 8_500, reason: 'the same set-up fails in the same class with one suspect' }
    : null;
}

function looseSimilarity(own: OtherCaseBlock, other: OtherCaseBlock): number {
  const marks: readonly (readonly [boolean, number])[] = [
    [hasSamePlace(own, other), shares.place],
    [hasSharedClass(own, other), shares.testClass],
    [own.template !== '' && own.template === other.template, shares.template],
    [own.exception !== '' && own.exception === other.exception, shares.exception],
    [hasSameFirst(own, other), shares.firstSuspect],
  ];
  const sum = marks.reduce((total, [holds, share]) => total + (holds ? share : 0), 0);
  return Math.min(DUPLICATE_SIMILARITY - 1, sum + sharedSuspects(own, other) * shares.suspect);
}

function hasSamePlace({ places: [own] }: OtherCaseBlock, { places: [other] }: OtherCaseBlock): boolean {
  return own !== undefined && own === other;
}

function hasSharedClass(own: OtherCaseBlock, other: OtherCaseBlock): boolean {
  return own.test_classes.some((name) => other.test_classes.includes(name));
}

function hasSameFirst({ suspects: [own] }: OtherCaseBlock, { suspects: [other] }: OtherCaseBlock): boolean {
  return own !== undefined && own === other;
}

function sharedSuspects(own: OtherCaseBlock, other: OtherCaseBlock): number {
  return own.suspects
    .slice(0, MOST_SUSPECTS)
    .filter((path) => other.suspects.slice(0, MOST_SUSPECTS).includes(path)).length;
}

function isInTest(failure: CaseFailure): boolean {
  const innermost = rootException(traceOf(failure)).frames.find(({ kind }) => kind === 'own');
  return innermost === undefined || isTestFrame(innermost);
}
