/** The wording for a cause shared by all views: its tests, places, evidence, and how it was found. */
import type {
  CauseStatus,
  ReportCause,
  ReportCommit,
  ReportCourt,
  ReportEvidence,
  ReportProof,
  ReportSuspect,
} from '../record/index.ts';
import { plainProse } from './plain-prose.ts';
import { citationsIn } from './text/citations.ts';
import { cutText } from './text/fit-text.ts';
import { countOf, numberWord, percentOf, percentWord } from './text/quantity.ts';
import { shortCommit } from './text/short-name.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';
import { plainWord, type StatusWord, statusWords } from './words.ts';

const LONGEST_NAME = 256;

/** Names a test with its suite. */
export function testName({ suite, name }: ReportCause['tests'][number]): string {
  const shown = (text: string): string => visibleLine(cutText(text, LONGEST_NAME));
  return suite === '' ? shown(name) : `${shown(suite)} › ${shown(name)}`;
}

/** Formats a place as `file:line`, which terminals and editors recognise. */
export function placeOf({
  path,
  line,
}: {
  readonly path: string;
  readonly line?: number | undefined;
}): string {
  return line === undefined ? visibleLine(path) : `${visibleLine(path)}:${line}`;
}

/** A file and a position in it. */
export type StatedPlace = Pick<ReportSuspect, 'path' | 'symbol' | 'line'>;

/** Formats a suspect's place and, if known, its symbol. */
export function suspectPlace(suspect: StatedPlace): string {
  return suspect.symbol === undefined
    ? placeOf(suspect)
    : `${placeOf(suspect)} in ${visibleLine(cutText(suspect.symbol, LONGEST_NAME))}`;
}

/** Returns the proof of a cause; null unless it is proven with guilty lines. */
export function proofOf({ status, proof }: ReportCause): ReportProof | null {
  return status === 'proven' && proof !== undefined && proof.hunks.length > 0 ? proof : null;
}

/** Returns the places of the stated answer: the proven ones, otherwise those of the ranking. */
export function statedPlaces(cause: ReportCause): readonly StatedPlace[] {
  const proof = proofOf(cause);
  if (proof !== null) return proof.hunks.map(hunkPlace);
  return cause.answer.map((path) => cause.suspects.find((one) => one.path === path) ?? { path });
}

/** Returns the place of a guilty hunk. */
export function hunkPlace({ path, lines: [line], symbol }: ReportProof['hunks'][number]): StatedPlace {
  return symbol === undefined ? { path, line } : { path, line, symbol };
}

/** Says where the cause is: one place, one of several, or that no place is likely enough. */
export function whereOf(cause: ReportCause): { readonly lead: string; readonly places: readonly string[] } {
  const places = statedPlaces(cause).map(suspectPlace);
  const [only] = places;
  if (only === undefined) {
    return {
      lead: cause.suspects.length > 0 ? 'unclear, see the ranking' : 'no place was found',
      places,
    };
  }
  if (places.length === 1) return { lead: only, places: [] };
  if (proofOf(cause) !== null) return { lead: `${only} and ${countOf(places.length - 1, 'other')}`, places };
  return { lead: `one of these ${numberWord(places.length)}:`, places };
}

/** An answer less certain than this is not called settled. */
const SETTLED = 0.9;

/**
 * Returns the status that can be relied on. INVARIANT (settled is earned): only kinds of answers that were
 * right in nine of ten cases are called settled, whatever an older version concluded; what experiments showed
 * is called proven.
 */
export function reliableStatus({ status, confidence }: ReportCause): CauseStatus {
  return status === 'concluded' && confidence < SETTLED ? 'likely' : status;
}

/** Describes in a word how reliable an answer is. */
export function statusOf(cause: ReportCause): StatusWord {
  const status = reliableStatus(cause);
  const words = statusWords[status];
  return status === 'likely' && cause.answer.length > 1 ? { ...words, word: 'one of these' } : words;
}

/** Formats the confidence of an answer; empty for tested answers, which are not estimates. */
export function confidenceWords({ status, confidence }: ReportCause): string {
  return status === 'proven' || status === 'narrowed' ? '' : percentWord(confidence);
}

/** Checks whether an answer is too weak to be stated, so that the ranking is shown instead. */
export function isUnclear(cause: ReportCause): boolean {
  const { status, suspects } = cause;
  return status === 'insufficient' || (statedPlaces(cause).length === 0 && suspects.length > 0);
}

/** Less likely places are not shown as guesses. */
const LEAST_GUESS = 0.05;

/** Checks whether one place is likely enough to be a guess. */
export function standsOut(cause: ReportCause): boolean {
  return !isUnclear(cause) || cause.suspects.some(({ confidence }) => confidence >= LEAST_GUESS);
}

/**
 * Checks whether the failure is only caused by something not installed here, so that ranking files would be
 * misleading.
 */
export function blamesNoFile(cause: ReportCause): boolean {
  return cause.absent !== undefined && proofOf(cause) === null && !standsOut(cause);
}

/** A single note for a ranking in which all places are unlikely. */
export const NOTHING_STANDS_OUT = `nothing stands out; each of these is under ${percentOf(LEAST_GUESS)} %:`;

/** A cause's place in the overview table, with the words around it. */
type OverviewPlace = { readonly before: string; readonly place: string; readonly after: string };

/** Summarises where a cause is; null if there is not even a guess. */
export function overviewPlace(cause: ReportCause): OverviewPlace | null {
  const places = statedPlaces(cause);
  const first = places[0] ?? (standsOut(cause) ? cause.suspects[0] : undefined);
  if (first === undefined) return null;
  const place = placeOf(first);
  if (isUnclear(cause)) return { before: 'perhaps ', place, after: '' };
  const others = places.length - 1;
  const joint = proofOf(cause) === null ? 'or' : 'and';
  return { before: '', place, after: others === 0 ? '' : ` ${joint} ${countOf(others, 'other')}` };
}

/** Lists the kinds of evidence for a path, deduplicated. */
export function evidenceKinds({ evidence }: ReportCause, path: string): string {
  const kinds = evidence.filter((piece) => piece.path === path).map(kindWord);
  return [...new Set(kinds)].join(', ');
}

/** The parts of a summary besides test and place, which views show on separate lines. */
type CauseMessage = {
  /** The summary before its reasons, if it says more than test and place. */
  readonly summary: string | null;
  readonly why: string | null;
};

/**
 * Splits a summary. The part before its colon is omitted if it only cites a failing test and the answer's
 * first place; any other summary is kept whole.
 */
export function messageOf(cause: ReportCause): CauseMessage {
  // A recalled cause is shown on a separate row.
  const summary = plainProse(cause.summary).replace(AS_BEFORE, '');
  const colon = /: (?=(?:[^`]*`[^`]*`)*[^`]*$)/.exec(summary);
  if (colon === null) return { summary, why: null };
  const head = summary.slice(0, colon.index);
  const why = summary.slice(colon.index + colon[0].length);
  return repeatsRows(citationsIn(head), cause) ? { summary: null, why } : { summary, why: null };
}

/** The beginning of a recalled cause, before the earlier findings. */
const AS_BEFORE = /^`[^`]{1,400}`(?: and \d{1,9} more)? fails? as before: (?=`)/;

/** The minimum length of a truncated name. */
const SHORTEST_CUT = 10;

/**
 * Checks whether a citation is a failing test, alone or after its class as first named in the summary; a
 * symbol of the ranking is not.
 */
export function citesTest(cited: string, { tests, suspects, summary }: ReportCause): boolean {
  if (suspects.some(({ symbol }) => symbol === cited)) return false;
  const isSubject = citationsIn(summary)[0] === cited;
  // Long names are truncated in citations, including their class.
  const isCut = (name: string) => {
    const start = `.${cited}`.indexOf(`.${name.slice(0, SHORTEST_CUT)}`);
    return cited.endsWith('…') && start >= 0 && name.startsWith(cited.slice(start, -1));
  };
  return tests.some(
    ({ name }) =>
      name !== '' && (cited === name || (isSubject && (cited.endsWith(`.${name}`) || isCut(name)))),
  );
}

function repeatsRows(cited: readonly string[], cause: ReportCause): boolean {
  const { answer, suspects } = cause;
  const [path] = answer;
  const suspect = suspects.find((one) => one.path === path);
  if (path === undefined || suspect === undefined) return false;
  const place = placeOf(suspect);
  // A test that is itself the place has the name of a symbol.
  const [subject] = cited;
  const isTest = (text: string): boolean =>
    citesTest(text, text === subject ? { ...cause, suspects: [] } : cause);
  const isPlace = (text: string): boolean => [place, path, suspect.symbol].includes(text);
  return cited.includes(place) && cited.some(isTest) && cited.every((text) => isTest(text) || isPlace(text));
}

/** Describes a piece of evidence by its kind and place. */
export function evidenceLabel(piece: Omit<ReportEvidence, 'handle' | 'quote' | 'weight'>): string {
  const { path, line } = piece;
  return path === undefined ? kindWord(piece) : `${kindWord(piece)}, ${placeOf({ path, line })}`;
}

function kindWord({ kind }: Pick<ReportEvidence, 'kind'>): string {
  return visibleLine(cutText(plainWord('evidence', kind), LONGEST_NAME));
}

/**
 * Lists why the answer is believed: the reasons of its summary, why the fault is new or old, and where the
 * tests last passed. The failure's own message is not repeated.
 */
export function reasonsOf(cause: ReportCause): readonly string[] {
  const { summary, why } = messageOf(cause);
  const [firstLine = ''] = cause.message.split('\n');
  const isMessage = firstLine !== '' && summary?.includes(firstLine) === true;
  const told = [why ?? (isMessage ? '' : (summary ?? '')), plainProse(cause.world_reason)];
  const green = cause.last_green === undefined ? '' : shortCommit(cause.last_green);
  const isTold = told.some((text) => visibleProse(text).includes(green));
  const isGreenTold = isTold ? '' : `the last known green revision is ${green}`;
  return [...told, isGreenTold, coverageWords(cause)].filter((text) => text.trim() !== '');
}

/** Says how many files coverage cleared, or why none. */
function coverageWords({ coverage, failures, tests }: ReportCause): string {
  if (coverage === undefined) return '';
  if (coverage.unfit !== undefined) return plainProse(`the coverage is not used: ${coverage.unfit}`);
  const where = (failures ?? tests.length) > 1 ? 'the failing tests' : 'the failing test';
  return coverage.never_ran === 0
    ? `the coverage rules out no file`
    : `${countOf(coverage.never_ran, 'file')} never ran in ${where}`;
}

/** Describes the outcome of a cause's adversarial review, and whether it is only advisory. */
export function reviewWords({ decision, effect, held, reason, rounds, remands }: ReportCourt): string {
  const why = reason === undefined ? '' : ` (${visibleLine(plainWord('mistrial', reason))})`;
  const times = remands === 1 ? 'once' : `${remands} times`;
  const sent = remands === 0 ? '' : `, sent back ${times} with questions`;
  const instead = held === undefined ? '' : `, for ${visibleLine(cutText(held, LONGEST_NAME))}`;
  const isAdvice = effect === 'advisory' && decision !== 'affirm';
  const advice = isAdvice ? '; advisory, the answer is unchanged' : '';
  return `${visibleLine(plainWord('decision', decision))}${why} after ${countOf(rounds, 'round')}${sent}${instead}${advice}`;
}

/** Describes how the answer was reached. */
export function routeOf({ court, first_seen }: ReportCause): string {
  if (court !== undefined) return `adversarial review: ${reviewWords(court)}`;
  const start = first_seen === undefined ? 'investigated' : 'recalled from an earlier run';
  return `${start} and checked, without adversarial review`;
}

/** Lists the steps walked, in order. */
export function walkedWords(path: readonly string[]): string {
  return path
    .map((node) => visibleLine(plainWord(node.startsWith('_') ? 'terminal' : 'node', node)))
    .join(' → ');
}

/** Fields that documents of older versions may lack. */
type LateKey = 'world' | 'world_reason' | 'message' | 'type_reason';

/** A cause as found in a document of any version. */
type RecordedCause = Omit<ReportCause, LateKey | 'commits'> &
  Partial<Pick<ReportCause, LateKey>> & {
    readonly commits: readonly (Pick<ReportCommit, 'id' | 'score'> & Partial<ReportCommit>)[];
  };

/** Returns the causes of a document with all fields that views need. */
export function completeCauses(causes: readonly RecordedCause[]): readonly ReportCause[] {
  return causes.map((cause) => ({
    ...cause,
    world: cause.world ?? 'unknown',
    world_reason: cause.world_reason ?? '',
    message: cause.message ?? '',
    type_reason: cause.type_reason ?? '',
    commits: cause.commits.map(({ id, score, subject = '', author = '', date = '' }) => ({
      id,
      score,
      subject,
      author,
      date,
    })),
  }));
}
