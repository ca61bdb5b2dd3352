/** One cause on a terminal: a screen at most, what matters first. */
import type { EvidenceGap, ReportCause, ReportEvidence, ReportSuspect } from '../record/index.ts';
import { cutText, cutToColumns, foldList } from './cut-text.ts';
import {
  evidenceLabel,
  messageOf,
  rankedPlace,
  routeOf,
  suspectPlace,
  testName,
  whereOf,
} from './describe-cause.ts';
import { labelledLines, paragraphLines, textColumns } from './labelled-lines.ts';
import { plainProse } from './plain-prose.ts';
import { countOf, percentWord, surenessOf } from './quantity.ts';
import { paintTone, type TerminalLayout } from './report-colors.ts';
import { shortCommit, shortName } from './short-name.ts';
import { shortenSteps } from './shorten-steps.ts';
import { visibleProse } from './visible-text.ts';
import { defectWords, statusWords } from './words.ts';
import { wrapText } from './wrap-text.ts';

const LONGEST_PROSE = 600;
const MOST_TESTS = 2;
const MOST_EVIDENCE = 3;
const MOST_RANKED = 3;
const MOST_COMMITS = 1;
const MOST_STEPS = 3;
const MOST_GAPS = 3;
const MOST_CONTESTED = 2;

const severities: readonly EvidenceGap['severity'][] = ['critical', 'high', 'medium', 'low'];

/** A cause and where it stands among all. */
export type PlacedCause = { readonly cause: ReportCause; readonly rank: number; readonly of: number };

/** Lays a cause out as lines. */
export function terminalCause(
  { cause, rank, of }: PlacedCause,
  layout: Required<TerminalLayout>,
): readonly string[] {
  const { summary, why } = messageOf(cause);
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['failed', [failedWords(cause)]],
    [
      'known',
      cause.first_seen === undefined ? [] : [`seen before, first in run ${shortName(cause.first_seen)}`],
    ],
    ['where', whereLines(cause)],
    ['how sure', [surenessOf(cause.confidence)]],
    ['why', why === null ? [] : [prose(why)]],
    ['next', foldLines(shortenSteps(cause).map(prose), MOST_STEPS)],
    ['commit', commitWords(cause)],
    ['owner', cause.owner === undefined ? [] : [prose(cause.owner)]],
    ['evidence', evidenceLines(cause, textColumns(layout.width))],
    ['reviewed', [routeOf(cause)]],
    ['contested', foldLines((cause.court?.standing_challenges ?? []).map(prose), MOST_CONTESTED)],
    ['missing', foldLines(missingGaps(cause).map(gapWords), MOST_GAPS)],
    rankingRow(cause),
    ['same cause', duplicateWords(cause.duplicates)],
    ['explain', explainWords(cause.evidence)],
  ];
  return [
    ...titleLines({ cause, rank, of }, layout),
    ...(summary === null ? [] : paragraphLines(prose(summary), layout)),
    ...rows.flatMap(([label, text]) => labelledLines(label, text, layout)),
  ];
}

function titleLines(
  { cause, rank, of }: PlacedCause,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const { word, icon, tone } = statusWords[cause.status];
  const title = `${rank} of ${of}  ${icon} ${word} · ${defectWords[cause.defect_type]}`;
  return wrapText(title, width).map((line) => colors.bold(paintTone(line, tone, colors)));
}

function failedWords({ tests }: ReportCause): string {
  if (tests.length === 0) return 'no test is named';
  return `${countOf(tests.length, 'test')}: ${foldList(tests.map(testName), MOST_TESTS)}`;
}

function whereLines(cause: ReportCause): readonly string[] {
  const { lead, places } = whereOf(cause);
  if (places.length === 0) return [lead];
  const ranked = cause.answer.map((path) => cause.suspects.find((suspect) => suspect.path === path));
  return [
    lead,
    ...places.map((place, index) => {
      const suspect = ranked[index];
      return `- ${suspect === undefined ? place : rankedPlace(suspect)}`;
    }),
  ];
}

function commitWords({ commits }: ReportCause): readonly string[] {
  const [first, ...others] = commits.map(({ id }) => shortCommit(id));
  if (first === undefined) return [];
  return [others.length === 0 ? first : `${first}, else ${foldList(others, MOST_COMMITS)}`];
}

/** Gives each piece of evidence one line; the whole of it is behind its handle. */
function evidenceLines({ evidence, answer }: ReportCause, columns: number): readonly string[] {
  const lines = evidence.map(({ path, ...piece }) => {
    // The place of the answer stands above; without it the line has room for what was found.
    const label = evidenceLabel(path === undefined || path === answer[0] ? piece : { ...piece, path });
    const quote = prose(piece.quote);
    return cutToColumns(quote === '' ? label : `${label}: ${quote}`, columns);
  });
  return lines.slice(0, MOST_EVIDENCE);
}

/** What would close a gap stands among the next steps. */
function gapWords({ severity, description }: EvidenceGap): string {
  return `${severity}: ${prose(plainProse(description))}`;
}

/** What is contested stands on lines of its own. */
function missingGaps({ gaps = [], court }: ReportCause): readonly EvidenceGap[] {
  const contested = court?.standing_challenges ?? [];
  return worstFirst(gaps.filter(({ description }) => !contested.includes(description)));
}

function worstFirst(gaps: readonly EvidenceGap[]): readonly EvidenceGap[] {
  return gaps.toSorted(
    (left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity),
  );
}

/** Keeps the first lines and says how many more there are. */
function foldLines(lines: readonly string[], most: number): readonly string[] {
  const rest = lines.length - most;
  return rest > 0 ? [...lines.slice(0, most), `and ${rest} more in the report`] : lines;
}

/** Names the best places that do not stand above; the whole ranking is in the report. */
function rankingRow({ suspects, answer }: ReportCause): readonly [string, readonly string[]] {
  const others = suspects.filter(({ path }) => !answer.includes(path));
  const [first] = others;
  if (first === undefined) return ['', []];
  const words = foldList(others.map(rankedWords), MOST_RANKED);
  return [others.length === suspects.length ? 'ranking' : 'less likely', [words]];
}

/** Keeps a share with its sign where lines break. */
function rankedWords(suspect: ReportSuspect): string {
  return `${suspectPlace(suspect)} (${percentWord(suspect.confidence).replaceAll(' ', '\u00a0')})`;
}

function duplicateWords(duplicates: readonly string[]): readonly string[] {
  if (duplicates.length === 0) return [];
  return [
    `${countOf(duplicates.length, 'further case')}: ${foldList(duplicates.map(shortName), MOST_TESTS)}`,
  ];
}

function explainWords(evidence: readonly ReportEvidence[]): readonly string[] {
  const [first] = evidence;
  if (first === undefined) return [];
  const rest = evidence.length - MOST_EVIDENCE;
  const more = rest > 0 ? ` (${countOf(rest, 'more piece')} of evidence in the report)` : '';
  return [`penumbra explain ${shortName(first.handle)}${more}`];
}

function prose(text: string): string {
  return visibleProse(cutText(text, LONGEST_PROSE));
}
