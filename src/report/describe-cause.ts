/** What a cause says in words that every view shares: its tests, its places, its evidence, and the way it was found. */
import type { ReportCause, ReportEvidence, ReportSuspect } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import { countOf, numberWord } from './quantity.ts';
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
export function answerPlaces({ answer, suspects }: ReportCause): readonly string[] {
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
