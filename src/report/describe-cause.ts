/** What a cause says in words that every view shares: its tests, its places, its evidence, and the way it was found. */
import type { ReportCause, ReportEvidence, ReportSuspect } from '../record/index.ts';
import { citationsIn } from './citations.ts';
import { cutText } from './cut-text.ts';
import { plainProse } from './plain-prose.ts';
import { countOf, numberWord, percentWord } from './quantity.ts';
import { visibleLine } from './visible-text.ts';
import { plainWord, statusWords } from './words.ts';

const LONGEST_NAME = 256;

/** Names a test with its suite. */
export function testName({ suite, name }: ReportCause['tests'][number]): string {
  const shown = (text: string): string => visibleLine(cutText(text, LONGEST_NAME));
  return suite === '' ? shown(name) : `${shown(suite)} › ${shown(name)}`;
}

/** Names a place as `file:line`, as terminals and editors link it. */
export function placeOf({
  path,
  line,
}: {
  readonly path: string;
  readonly line?: number | undefined;
}): string {
  return line === undefined ? visibleLine(path) : `${visibleLine(path)}:${line}`;
}

/** Names a suspect's place and, where known, its symbol. */
export function suspectPlace(suspect: ReportSuspect): string {
  return suspect.symbol === undefined
    ? placeOf(suspect)
    : `${placeOf(suspect)} in ${visibleLine(cutText(suspect.symbol, LONGEST_NAME))}`;
}

/** Returns the places of the stated answer, each with line and symbol where the ranking knows them. */
function answerPlaces({ answer, suspects }: ReportCause): readonly string[] {
  return answer.map((path) => {
    const suspect = suspects.find((one) => one.path === path);
    return suspect === undefined ? visibleLine(path) : suspectPlace(suspect);
  });
}

/** Says where the cause lies: one place, one of a few, or that no place is sure enough. */
export function whereOf(cause: ReportCause): { readonly lead: string; readonly places: readonly string[] } {
  const places = answerPlaces(cause);
  const [only] = places;
  if (only === undefined) {
    return {
      lead: cause.suspects.length > 0 ? 'no file is sure enough, see the ranking' : 'not located',
      places,
    };
  }
  if (places.length === 1) return { lead: only, places: [] };
  return { lead: `in one of these ${numberWord(places.length)}:`, places };
}

/** Names a suspect, and says how sure it is on its own. */
export function rankedPlace(suspect: ReportSuspect): string {
  return `${suspectPlace(suspect)}, ${percentWord(suspect.confidence)}`;
}

/** What a summary adds to the test and the place, which views show on lines of their own. */
export type CauseMessage = {
  /** The summary, where it says more than test and place before it gives its reasons. */
  readonly summary: string | null;
  readonly why: string | null;
};

/**
 * Takes a summary apart. What stands before its colon is left out where it does no more than cite a failing test and
 * the first place of the answer; any other summary stays whole.
 */
export function messageOf(cause: ReportCause): CauseMessage {
  const summary = plainProse(cause.summary);
  const colon = /: (?=(?:[^`]*`[^`]*`)*[^`]*$)/.exec(summary);
  if (colon === null) return { summary, why: null };
  const head = summary.slice(0, colon.index);
  const why = summary.slice(colon.index + colon[0].length);
  return repeatsRows(citationsIn(head), cause) ? { summary: null, why } : { summary, why: null };
}

/**
 * Tells whether a citation is a failing test, alone or after its class as the summary names it first; what the ranking
 * knows as a symbol is none.
 */
export function citesTest(cited: string, { tests, suspects, summary }: ReportCause): boolean {
  if (suspects.some(({ symbol }) => symbol === cited)) return false;
  const isSubject = citationsIn(summary)[0] === cited;
  return tests.some(
    ({ name }) => name !== '' && (cited === name || (isSubject && cited.endsWith(`.${name}`))),
  );
}

function repeatsRows(cited: readonly string[], cause: ReportCause): boolean {
  const { answer, suspects } = cause;
  const [path] = answer;
  const suspect = suspects.find((one) => one.path === path);
  if (path === undefined || suspect === undefined) return false;
  const place = placeOf(suspect);
  const isTest = (text: string): boolean => citesTest(text, cause);
  const isPlace = (text: string): boolean => [place, path, suspect.symbol].includes(text);
  return cited.includes(place) && cited.some(isTest) && cited.every((text) => isTest(text) || isPlace(text));
}

/** Names a piece of evidence by its kind and place. */
export function evidenceLabel({ kind, path, line }: ReportEvidence): string {
  const word = visibleLine(cutText(plainWord('evidence', kind), LONGEST_NAME));
  return path === undefined ? word : `${word}, ${placeOf({ path, line })}`;
}

/** Says how the answer was reached. */
export function routeOf({ court, status, first_seen }: ReportCause): string {
  if (court === undefined) {
    const start =
      first_seen === undefined ? 'proposed and checked' : 'recalled from an earlier run and checked';
    const end = status === 'concluded' ? '' : `, ${statusWords[status].word}`;
    return `${start}${end}, no adversarial review`;
  }
  const decision = visibleLine(plainWord('decision', court.decision));
  const reason = court.reason === undefined ? '' : ` (${visibleLine(plainWord('mistrial', court.reason))})`;
  const sent = court.remands === 0 ? '' : `sent back ${countOf(court.remands, 'time')} with questions, then `;
  return `adversarial review of ${countOf(court.rounds, 'round')}: ${sent}${decision}${reason}`;
}

/** Names the steps that were walked, in order. */
export function walkedWords(path: readonly string[]): string {
  return path
    .map((node) => visibleLine(plainWord(node.startsWith('_') ? 'terminal' : 'node', node)))
    .join(' → ');
}
