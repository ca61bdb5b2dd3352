/**
 * Renders the causes as SARIF 2.1.0 for code scanning and editors: one result per cause and place. A cause
 * without a place becomes a notification, because hosts reject results without a location.
 */
import { canonicalHash, printableJson } from '../kernel/index.ts';
import { type DefectType, defectTypes, type ReportCause, type ReportDocument } from '../record/index.ts';
import { completeCauses, proofOf, suspectPlace } from './describe-cause.ts';
import { failingCount } from './describe-change.ts';
import { copyablePatch, type ProofSubject, subjectOf } from './describe-proof.ts';
import { notesOf } from './describe-report.ts';
import {
  type CausePlace,
  causeFacts,
  causePlaces,
  levelOf,
  lineAt,
  plainCause,
  plainTitle,
} from './plain-cause.ts';
import { cutText } from './text/fit-text.ts';
import { countOf, percentWord } from './text/quantity.ts';
import { visibleText } from './text/visible-text.ts';
import { defectWords } from './words.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
/** The base of relative paths; hosts know this name. */
const ROOT = '%SRCROOT%';
/** The most results a host accepts per run. */
const MOST_RESULTS = 5_000;
const MOST_RELATED = 10;
const LONGEST_TEXT = 8_000;
const LONGEST_PATCH = 100_000;

/** Renders a report as a SARIF log. */
export function renderSarif(recorded: ReportDocument): string {
  const document = { ...recorded, causes: completeCauses(recorded.causes) };
  const { run, repository, revision, history, causes, versions } = document;
  const told = causes.map((cause) => ({ cause, subject: subjectOf(cause, { run, of: causes.length }) }));
  const types = defectTypes.filter((type) => causes.some(({ defect_type }) => defect_type === type));
  const results = told.flatMap((one) => resultsOf(one, types));
  const rest = results.length - MOST_RESULTS;
  const notes = [
    ...told
      .filter(({ cause }) => causePlaces(cause).length === 0)
      .map(({ cause, subject }) => notification(levelOf(cause), tell(cause, subject))),
    ...notesOf(document).map((note) => notification('note', note)),
    ...(rest > 0
      ? [
          notification(
            'note',
            `${countOf(rest, 'further result')} left out, because the host accepts no more`,
          ),
        ]
      : []),
  ];
  const version = versions.penumbra;
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Penumbra',
            ...(version !== undefined && { version }),
            rules: types.map((type) => ({
              id: type,
              name: type,
              shortDescription: { text: `Cause of failing tests: ${defectWords[type]}` },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: true,
            ...(notes.length > 0 && { toolExecutionNotifications: notes }),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: results.slice(0, MOST_RESULTS),
        properties: { run, repository, ...(revision !== null && { revision }), history },
      },
    ],
  };
  return `${printableJson(log, 2)}\n`;
}

function notification(level: string, text: string) {
  return { level, message: { text } };
}

type CauseWithSubject = { readonly cause: ReportCause; readonly subject: ProofSubject };

function resultsOf({ cause, subject }: CauseWithSubject, types: readonly DefectType[]) {
  const places = causePlaces(cause);
  const fixes = fixesOf(cause);
  return places.map((place, index) => ({
    ruleId: cause.defect_type,
    ruleIndex: types.indexOf(cause.defect_type),
    level: levelOf(cause),
    message: { text: tell(cause, subject) },
    locations: [locationOf(cause, place)],
    relatedLocations: places
      .filter((other) => other !== place)
      .slice(0, MOST_RELATED)
      .map((other, number) => ({
        id: number,
        ...locationOf(cause, other),
        message: { text: unlinked(placeWords(cause, other)) },
      })),
    partialFingerprints: { 'penumbraCause/v1': fingerprint(cause, place) },
    occurrenceCount: Math.max(1, failingCount(cause)),
    rank: Math.round((place.confidence ?? cause.confidence) * 10_000) / 100,
    ...(index === 0 && fixes !== null && { fixes: [fixes] }),
    properties: Object.fromEntries(causeFacts(cause)),
  }));
}

function placeWords(cause: ReportCause, place: CausePlace): string {
  const sure = place.confidence === undefined ? '' : `, ${percentWord(place.confidence)}`;
  const what = proofOf(cause) === null ? 'may also be' : 'is also';
  return `${what} in ${suspectPlace(place)}${sure}`;
}

function tell(cause: ReportCause, subject: ProofSubject): string {
  const lines = [plainTitle(cause), ...plainCause(cause, subject)];
  return unlinked(visibleText(cutText(lines.join('\n'), LONGEST_TEXT)));
}

/** In a SARIF message, brackets followed by parentheses are a link. */
function unlinked(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}

function locationOf(cause: ReportCause, place: CausePlace) {
  const { path, line, symbol } = place;
  const text = lineAt(cause, place);
  const region =
    line === undefined || line < 1
      ? undefined
      : { startLine: line, ...(text !== null && { snippet: { text } }) };
  return {
    physicalLocation: { artifactLocation: artifactAt(path), ...(region !== undefined && { region }) },
    ...(symbol !== undefined && { logicalLocations: [{ name: symbol }] }),
  };
}

function artifactAt(path: string) {
  return { uri: uriOf(path), uriBaseId: ROOT };
}

/** Converts a path to a relative URI, escaping reserved characters. */
function uriOf(path: string): string {
  const segments = path.replace(/^\/+/, '').split('/');
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
}

/**
 * A fingerprint that is stable when lines move: test, file, symbol and the text of the line. Another line of
 * the same cause is a separate finding.
 */
function fingerprint(cause: ReportCause, place: CausePlace): string {
  const [test] = cause.tests;
  const line = lineAt(cause, place) ?? '';
  return canonicalHash({
    test: test === undefined ? [] : [test.suite, test.name].map((name) => name.toWellFormed()),
    path: place.path.toWellFormed(),
    symbol: (place.symbol ?? '').toWellFormed(),
    line: line.replace(/\s+/g, ' ').trim().toWellFormed(),
  });
}

function fixesOf(cause: ReportCause) {
  const proof = proofOf(cause);
  const patch = proof === null ? null : copyablePatch(proof, LONGEST_PATCH);
  const files = patch === null ? null : readFixes(patch);
  if (files === null) return null;
  return {
    description: { text: 'revert the guilty lines' },
    artifactChanges: files.map(({ path, replacements }) => ({
      artifactLocation: artifactAt(path),
      replacements: replacements.map(({ start, end, inserted }) => ({
        deletedRegion: { startLine: start, startColumn: 1, endLine: end, endColumn: 1 },
        ...(inserted !== '' && { insertedContent: { text: inserted } }),
      })),
    })),
  };
}

/** The lines a fix removes, end exclusive, and their replacement. */
type LineReplacement = {
  readonly start: number;
  readonly end: number;
  readonly inserted: string;
};

/** The changes of a fix to one file. */
export type FileFix = { readonly path: string; readonly replacements: readonly LineReplacement[] };

const FILE_HEAD = /^diff --git a\/(.+) b\/(.+)$/;
const HUNK_HEAD = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;

/** Parses a patch; null if it does anything other than change lines of existing files. */
export function readFixes(patch: string): readonly FileFix[] | null {
  const rows = patch.replace(/\n$/, '').split('\n');
  const fixes: FileFix[] = [];
  let at = 0;
  while (at < rows.length) {
    const [, before, after] = FILE_HEAD.exec(rows[at] ?? '') ?? [];
    if (/^index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?$/.test(rows[at + 1] ?? '')) at++;
    const isPlain = rows[at + 1] === `--- a/${before}` && rows[at + 2] === `+++ b/${after}`;
    // Git quotes paths with unusual characters, and writes extra lines for created, deleted or moved files.
    if (before === undefined || before !== after || !isPlain) return null;
    const replacements: LineReplacement[] = [];
    at += 3;
    while (HUNK_HEAD.test(rows[at] ?? '')) {
      const hunk = readHunk(rows, at);
      if (hunk === null) return null;
      replacements.push(...hunk.replacements);
      at = hunk.next;
    }
    if (replacements.length === 0) return null;
    fixes.push({ path: before, replacements });
  }
  return fixes.length === 0 ? null : fixes;
}

type ReadHunk = { readonly replacements: readonly LineReplacement[]; readonly next: number };

function readHunk(rows: readonly string[], head: number): ReadHunk | null {
  const [, start = '', removes = '1', adds = '1'] = HUNK_HEAD.exec(rows[head] ?? '') ?? [];
  const replacements: LineReplacement[] = [];
  let [left, right] = [Number(removes), Number(adds)];
  // A hunk without removed lines refers to the line before it.
  let line = left === 0 ? Number(start) + 1 : Number(start);
  let at = head + 1;
  let open: { start: number; end: number; inserted: string } | null = null;
  const close = (): void => {
    if (open !== null) replacements.push(open);
    open = null;
  };
  for (; left > 0 || right > 0; at++) {
    const row = rows[at] ?? '';
    const [sign, text] = [row[0], row.slice(1)];
    if (sign === ' ') {
      close();
      left--;
      right--;
      line++;
      continue;
    }
    open ??= { start: line, end: line, inserted: '' };
    if (sign === '-') {
      left--;
      line++;
      open.end = line;
    } else if (sign === '+') {
      right--;
      open.inserted += `${text}\n`;
    } else return null;
  }
  close();
  // A missing final newline cannot be expressed in whole lines.
  if (left < 0 || right < 0 || rows[at]?.startsWith('\\')) return null;
  return { replacements, next: at };
}
