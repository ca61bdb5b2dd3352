/** The results of correct and override. */
import type { DefectType } from '../record/index.ts';
import { countOf } from './text/quantity.ts';
import { shortCommit, shortName } from './text/short-name.ts';
import { visibleLine } from './text/visible-text.ts';
import { defectWords } from './words.ts';

/** A place in a file. */
export type NamedPlace = { readonly path: string; readonly symbol?: string; readonly line?: number };

/** A person's correction of a cause. */
export type CorrectionDocument = {
  readonly run: string;
  /** The cause's id in memory. */
  readonly cause: string;
  /** The cause's id in the report; different if it was merged or split since. */
  readonly reported: string;
  readonly word: 'corrected' | 'wrong';
  readonly by: string;
  readonly defectType: DefectType;
  /** Null if the answer was only rejected. */
  readonly place: NamedPlace | null;
  readonly commit: string | null;
  /** The number of tests it concerns. */
  readonly tests: number;
  /** The files of the reported answer. */
  readonly answered: readonly string[];
  /** Whether the file no longer exists. */
  readonly isDeleted?: boolean;
  /** Whether the file has changed since the run; the correction then only holds for the old version. */
  readonly hasChanged?: boolean;
  /** False if it repeats the latest correction. */
  readonly isNew: boolean;
};

/** Renders what is now remembered, and its effect on later runs. */
export function renderCorrection(document: CorrectionDocument): string {
  const { cause, reported, by, tests, isNew, place, word } = document;
  const also = cause === reported ? '' : ` (${visibleLine(reported)} in the report)`;
  const said = `${visibleLine(by)} ${isNew ? 'said' : 'had said'} of ${visibleLine(cause)}${also}`;
  const head = word === 'wrong' ? `${said}: the answer was wrong` : `${said}: ${placeWords(document)}`;
  const about = countOf(tests, 'test');
  const meaning =
    place === null
      ? `it will not be recalled or learned again; ${about} will be investigated afresh`
      : `when the same failure of ${tests === 1 ? 'this test' : `these ${about}`} is seen again, this is recalled`;
  return `${[head, ...noteLines(document), meaning].join('\n')}\n`;
}

function placeWords({ place, defectType, commit }: CorrectionDocument): string {
  const since = commit === null ? '' : `, since ${shortCommit(commit)}`;
  return `${defectWords[defectType]} in ${place === null ? '' : placeText(place)}${since}`;
}

/** Writes a place as people write it. */
export function placeText({ path, symbol, line }: NamedPlace): string {
  const place = visibleLine(line === undefined ? path : `${path}:${line}`);
  return symbol === undefined ? place : `${visibleLine(symbol)} (${place})`;
}

function noteLines({ run, place, isDeleted, hasChanged }: CorrectionDocument): readonly string[] {
  if (place === null || !(isDeleted || hasChanged)) return [];
  const path = visibleLine(place.path);
  if (isDeleted && !hasChanged) return [`${path} is deleted; this holds while it stays deleted`];
  const what = isDeleted ? 'was deleted' : 'has changed';
  return [`${path} ${what} since ${shortName(run)}; this holds only where it is as the run saw it`];
}

/** A person's answer and the edge taken; both are null if the case did not advance. */
export type OverrideDocument = {
  readonly run: string;
  readonly case: string;
  readonly node: string;
  readonly by: string;
  readonly edge: string | null;
  readonly to: string | null;
};

/** Renders the result of an answer, and how to continue. */
export function renderOverride({ run, case: caseId, node, by, edge, to }: OverrideDocument): string {
  const way =
    edge === null ? 'ends there' : `continues at ${visibleLine(to ?? '')}, by edge ${visibleLine(edge)}`;
  const said = `${visibleLine(by)} answered at ${visibleLine(node)}: ${visibleLine(caseId)} ${way}`;
  return `${said}\ncontinue with: penumbra resume ${shortName(run)}\n`;
}
