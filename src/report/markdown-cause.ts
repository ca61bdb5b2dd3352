/**
 * One cause in Markdown: the failure, the code with changed lines, the change, the proof or the reasons, the
 * confidence, and what to do next.
 */
import type { EvidenceGap, ReportCause, ReportProof } from '../record/index.ts';
import {
  blamesNoFile,
  confidenceWords,
  evidenceLabel,
  hunkPlace,
  isUnclear,
  NOTHING_STANDS_OUT,
  placeOf,
  proofOf,
  reasonsOf,
  reviewWords,
  type StatedPlace,
  standsOut,
  statedPlaces,
  statusOf,
  testName,
} from './describe-cause.ts';
import { commitWords, failingCount, titleOfCause } from './describe-change.ts';
import { type ShownCodeLine, shownCode, shownDiff } from './describe-code.ts';
import { ownWords } from './describe-failure.ts';
import {
  changeWords,
  copyablePatch,
  experimentWords,
  isNoChange,
  leftWords,
  nextSteps,
  outrankedOf,
  type ProofSubject,
  proofWords,
  undoCommand,
} from './describe-proof.ts';
import { plainProse } from './plain-prose.ts';
import { cutText, foldLines } from './text/fit-text.ts';
import {
  copyableBlock,
  markdownBlock,
  markdownCode,
  markdownLine,
  markdownList,
  markdownProse,
} from './text/markdown-text.ts';
import { countOf, numberWord, percentWord } from './text/quantity.ts';
import { defectWords } from './words.ts';

const LONGEST_MESSAGE = 4_000;
const LONGEST_VALUE = 1_000;
const LONGEST_LINE = 300;
const LONGEST_PATH = 256;
const LONGEST_TEXT = 400;
const MOST_CODE_LINES = 20;
const MOST_HUNKS = 5;
const DIFF = { most: 30, context: 3 } as const;
const MOST_NOTES = 3;
const MOST_PLACES = 5;
const MOST_EVIDENCE = 3;
const MOST_GAPS = 3;
const MOST_TESTS = 20;
/** A longer patch is only available by command, as part of one would be useless. */
const LONGEST_PATCH = 20_000;

/** A cause, its rank, and what commands about it refer to. */
type ListedCause = {
  readonly cause: ReportCause;
  readonly rank: number;
  readonly of: number;
  readonly subject: ProofSubject;
};

/** Writes a cause in full. */
export function markdownCause({ cause, rank, of, subject }: ListedCause): string {
  const proof = proofOf(cause);
  const blocks = [
    titleLine({ cause, rank, of }),
    testLine(cause),
    ...failureBlocks(cause),
    ...(proof === null ? placeBlocks(cause) : guiltyBlocks(proof)),
    changeLine(cause),
    ...(proof === null ? experimentBlocks(cause) : proofBlocks(cause, proof)),
    statusLine(cause),
    ...listBlock(proof === null ? 'Why' : 'Why it was ranked this way', whyLines(cause)),
    ...listBlock('What is missing', foldLines((cause.gaps ?? []).map(gapWords), MOST_GAPS)),
    ...listBlock('What next', proof === null ? ownSteps(cause, subject) : undoSteps(proof, subject)),
    ...listBlock('Attached', attachmentLines(cause)),
    testList(cause),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** Writes a cause on one line, for a summary that is full. */
export function briefMarkdownCause({ cause, rank }: ListedCause): string {
  const [first] = statedPlaces(cause);
  const where = first === undefined ? '' : `: ${placeCode(first)}`;
  return `**${rank}** · ${markdownLine(titleOfCause(cause))}${where}`;
}

function titleLine({ cause, rank, of }: Omit<ListedCause, 'subject'>): string {
  const number = of === 1 ? '' : `${rank} · `;
  return `### ${number}${markdownLine(titleOfCause(cause))}`;
}

function testLine(cause: ReportCause): string {
  const { defect_type, owner, first_seen } = cause;
  const { icon, word } = statusOf(cause);
  const [first] = cause.tests;
  const more = failingCount(cause) - 1;
  return [
    `${icon} **${word}**`,
    defectWords[defect_type],
    first === undefined
      ? 'no test named'
      : `${markdownCode(testName(first))}${more > 0 ? ` and ${more} more` : ''}`,
    ...(first_seen === undefined ? [] : ['seen before']),
    ...(owner === undefined ? [] : [`owned by ${markdownCode(cutText(owner, LONGEST_PATH))}`]),
  ].join(' · ');
}

function failureBlocks(cause: ReportCause): readonly string[] {
  const { difference } = cause;
  const message = ownWords(cause).join('\n');
  return [
    ...(message === '' ? [] : [markdownBlock(cutText(message, LONGEST_MESSAGE), 'text')]),
    ...(difference === undefined
      ? []
      : [
          markdownBlock(
            [
              '--- expected',
              '+++ received',
              ...valueLines(difference.expected, '-'),
              ...valueLines(difference.received, '+'),
            ].join('\n'),
            'diff',
          ),
        ]),
  ];
}

function valueLines(text: string, sign: string): readonly string[] {
  return (text === '' ? '(empty)' : cutText(text, LONGEST_VALUE))
    .split('\n')
    .map((line) => `${sign} ${line}`);
}

/** The suspected place with its code, or the ranking if no place stands out. */
function placeBlocks(cause: ReportCause): readonly string[] {
  const { code } = cause;
  const lines = standsOut(cause) ? shownCode(code?.lines ?? [], MOST_CODE_LINES) : [];
  const place = cause.suspects.find(({ path }) => path === code?.path) ?? code;
  const shown = lines.length === 0 || place === undefined ? [] : [placeCode(place), codeBlock(lines)];
  return [...placeList(cause, shown.length > 0), ...shown];
}

function placeList(cause: ReportCause, hasCode: boolean): readonly string[] {
  if (blamesNoFile(cause)) return [];
  if (isUnclear(cause)) {
    const ranked = cause.suspects
      .slice(0, MOST_PLACES)
      .map((suspect) => `${placeCode(suspect)}, ${percentWord(suspect.confidence)}`);
    const lead = standsOut(cause)
      ? '**No place is likely enough to be named**; the ranking begins with'
      : markdownLine(NOTHING_STANDS_OUT);
    return ranked.length === 0 ? [] : [`${lead}\n\n${markdownList(ranked)}`];
  }
  const places = statedPlaces(cause).map(placeCode);
  if (places.length > 1) return [`**One of these ${numberWord(places.length)}**\n\n${markdownList(places)}`];
  return hasCode ? [] : places;
}

/** The guilty lines, with the place of each hunk. */
function guiltyBlocks({ hunks }: ReportProof): readonly string[] {
  const rest = hunks.length - MOST_HUNKS;
  return [
    ...hunks
      .slice(0, MOST_HUNKS)
      .flatMap((hunk) => [placeCode(hunkPlace(hunk)), codeBlock(shownDiff(hunk, DIFF))]),
    ...(rest > 0 ? [`and ${countOf(rest, 'more place')}, in the JSON report`] : []),
  ];
}

function placeCode(place: StatedPlace): string {
  const where = `**${markdownCode(cutText(placeOf(place), LONGEST_PATH))}**`;
  return place.symbol === undefined
    ? where
    : `${where} in ${markdownCode(cutText(place.symbol, LONGEST_PATH))}`;
}

function codeBlock(lines: readonly ShownCodeLine[]): string {
  return markdownBlock(
    lines
      .map(({ margin, text }) => `${margin}${cutText(text.replace(/[\r\n]+/g, ' '), LONGEST_LINE)}`.trimEnd())
      .join('\n'),
    'diff',
  );
}

/** Names the change held responsible, otherwise the likeliest commit. */
function changeLine(cause: ReportCause): string {
  const change = changeWords(cause);
  if (change !== '') return `**Change** ${markdownLine(change)}`;
  const [likely] = cause.commits;
  const isNamed = likely !== undefined && cause.change === undefined && proofOf(cause) === null;
  return isNamed && standsOut(cause) && !isNoChange(cause)
    ? `**Likeliest commit** ${markdownLine(commitWords(likely))}`
    : '';
}

function proofBlocks(cause: ReportCause, proof: ReportProof): readonly string[] {
  const patch = shownPatch(proof);
  return [
    `**Proof** ${markdownLine(proofWords(cause, proof))}`,
    ...outrankedOf(cause, proof).map((first) => `Ranked first before: ${placeCode(first)}`),
    ...noteBlocks(cause),
    patch === null ? '' : `<details><summary>The patch</summary>\n\n${patch}\n\n</details>`,
  ];
}

function experimentBlocks(cause: ReportCause): readonly string[] {
  const { experiments } = cause;
  if (experiments === undefined) return [];
  return [
    `**Tried** ${markdownProse(experimentWords(experiments))}`,
    ...listBlock('What is left', leftWords(experiments).map(markdownLine)),
    ...noteBlocks(cause),
  ];
}

function noteBlocks({ experiments }: ReportCause): readonly string[] {
  const notes = (experiments?.notes ?? []).map((note) => markdownProse(note, LONGEST_TEXT));
  return listBlock('Note', foldLines(notes, MOST_NOTES));
}

function attachmentLines({ attachments = [] }: ReportCause): readonly string[] {
  const lines = attachments.map(({ name, path }) => {
    const code = markdownCode(cutText(path, LONGEST_PATH));
    return name === undefined ? code : `${markdownLine(cutText(name, LONGEST_PATH))}: ${code}`;
  });
  return foldLines(lines, MOST_EVIDENCE);
}

/** Says how reliable the answer is; a tested answer has no estimate. */
function statusLine(cause: ReportCause): string {
  const figure = confidenceWords(cause);
  const { word } = statusOf(cause);
  return `**Status** ${word}, ${figure === '' ? 'by experiment' : figure}`;
}

/** The reasons, what revealed the kind of defect, the review, and the strongest evidence. */
function whyLines(cause: ReportCause): readonly string[] {
  const { type_reason, court, defect_type } = cause;
  const kind = plainProse(type_reason);
  return [
    ...(isNoChange(cause) ? [] : reasonsOf(cause).map((text) => markdownProse(text))),
    ...(kind === '' ? [] : [`${defectWords[defect_type]}: ${markdownProse(kind)}`]),
    ...(court === undefined ? [] : [`adversarial review: ${markdownLine(reviewWords(court))}`]),
    ...(proofOf(cause) !== null || isNoChange(cause) || !standsOut(cause) ? [] : evidenceLines(cause)),
  ];
}

function evidenceLines({ evidence }: ReportCause): readonly string[] {
  return evidence
    .filter(({ quote }) => quote.trim() !== '')
    .slice(0, MOST_EVIDENCE)
    .map(({ path, line, kind, quote }) => {
      const at =
        path === undefined ? '' : `, ${markdownCode(cutText(placeOf({ path, line }), LONGEST_PATH))}`;
      return `${markdownLine(evidenceLabel({ kind }))}${at}: ${markdownCode(cutText(quote.trim(), LONGEST_LINE))}`;
    });
}

function ownSteps(cause: ReportCause, subject: ProofSubject): readonly string[] {
  return nextSteps(cause, subject).map((step) => markdownProse(step));
}

/** Readers of a summary may not have the ledger, but they can copy a patch. */
function undoSteps(proof: ReportProof, subject: ProofSubject): readonly string[] {
  const command = markdownCode(undoCommand(subject));
  const apply = markdownCode('git apply fix.patch');
  return shownPatch(proof) === null
    ? [`revert it: ${command}, then ${apply}`]
    : [
        `revert it: save the patch above as ${markdownCode('fix.patch')} and run ${apply}`,
        `or let ${command} write it`,
      ];
}

/** Renders the patch if it can be copied. */
function shownPatch(proof: ReportProof): string | null {
  const patch = copyablePatch(proof, LONGEST_PATCH);
  return patch === null ? null : copyableBlock(patch, 'diff');
}

/** Lists the failing tests if there are several. */
function testList(cause: ReportCause): string {
  const { tests } = cause;
  if (tests.length < 2) return '';
  const names = tests.slice(0, MOST_TESTS).map((one) => markdownCode(testName(one)));
  const rest = failingCount(cause) - names.length;
  const items = rest > 0 ? [...names, `and ${rest} more`] : names;
  return `<details><summary>${countOf(failingCount(cause), 'failing test')}</summary>\n\n${markdownList(items)}\n\n</details>`;
}

function gapWords({ severity, description }: EvidenceGap): string {
  return `${severity}: ${markdownProse(plainProse(description), LONGEST_TEXT)}`;
}

function listBlock(title: string, items: readonly string[]): readonly string[] {
  const told = items.filter((item) => item !== '');
  return told.length === 0 ? [] : [`**${title}**\n\n${markdownList(told)}`];
}
