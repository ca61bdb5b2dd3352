/** What experiments showed, on a terminal: the guilty lines as a diff, and what was seen with and without them. */
import type { ReportCause, ReportExperiments, ReportHunk, ReportProof } from '../record/index.ts';
import { cutText, foldLines, foldList } from './cut-text.ts';
import { hunkPlace, placeOf, suspectPlace } from './describe-cause.ts';
import { type ShownCodeLine, shownDiff } from './describe-code.ts';
import {
  experimentWords,
  leftWords,
  nextOfExperiments,
  outrankedOf,
  type ProofSubject,
  proofWords,
  undoCommand,
} from './describe-proof.ts';
import { type LabelledText, paragraphLines } from './labelled-lines.ts';
import { countOf } from './quantity.ts';
import type { TerminalLayout } from './report-colors.ts';
import { sourceLine } from './terminal-code.ts';
import { visibleProse } from './visible-text.ts';

const MOST_HUNKS = 3;
/** Removed and added lines, and how many more of each there are. */
const FEWEST_LINES = 4;
const CONTEXT = 1;
const MOST_OTHERS = 3;
const MOST_NOTES = 2;
const LONGEST_TEXT = 300;

/** Lays out the guilty lines, each piece of the change under its place, in the lines that the screen has for them. */
export function guiltyLines(
  { hunks }: ReportProof,
  { layout, room }: { readonly layout: Required<TerminalLayout>; readonly room: number },
): readonly string[] {
  // One more takes no more room than the line that names it.
  const shown = hunks.length === MOST_HUNKS + 1 ? hunks : hunks.slice(0, MOST_HUNKS);
  const others = hunks.slice(shown.length).map((hunk) => placeOf(hunkPlace(hunk)));
  const places = shown.map((hunk) =>
    paragraphLines(suspectPlace(hunkPlace(hunk)), layout).map(layout.colors.bold),
  );
  const rest =
    others.length === 0
      ? []
      : paragraphLines(
          `and ${countOf(others.length, 'more place')}: ${foldList(others, MOST_OTHERS)}`,
          layout,
        );
  const most = Math.max(FEWEST_LINES * shown.length, room - places.flat().length - rest.length);
  return [
    ...shareLines(shown, most).flatMap((lines, index) => [
      ...(places[index] ?? []),
      ...lines.map((line) => sourceLine(line, layout)),
    ]),
    ...rest,
  ];
}

/** Gives each diff its share of the lines, and what the others do not need. */
function shareLines(hunks: readonly ReportHunk[], most: number): readonly (readonly ShownCodeLine[])[] {
  const excerptOf = (hunk: ReportHunk, lines: number): readonly ShownCodeLine[] =>
    shownDiff(hunk, { most: lines, context: CONTEXT });
  const needs = hunks.map((hunk) => excerptOf(hunk, most).length);
  const spare = most - needs.reduce((sum, need) => sum + need, 0);
  const share = Math.floor(most / hunks.length);
  return hunks.map((hunk, index) => excerptOf(hunk, Math.max(share, spare + (needs[index] ?? 0))));
}

/** What a proof is told with: the run for commands, and the file its patch was written to. */
export type ProofLayout = { readonly subject: ProofSubject; readonly patchFile?: string };

/** Returns what a proof rests on, how to take the lines back, and what was believed before. */
export function proofRows(
  cause: ReportCause,
  { proof, subject, patchFile }: ProofLayout & { readonly proof: ReportProof },
): readonly LabelledText[] {
  return [
    ['proof', [proofWords(cause, proof)]],
    ['undo', [undoCommand(subject, patchFile)]],
    ['ranking', outrankedOf(cause, proof).map((first) => `first before the proof: ${suspectPlace(first)}`)],
    noteRow(cause.experiments),
  ];
}

/** Returns what experiments came to that proved nothing, what is left, and what to do next. */
export function experimentRows(
  experiments: ReportExperiments,
  subject: ProofSubject,
): readonly LabelledText[] {
  return [
    ['tried', [experimentWords(experiments)]],
    ['left', leftWords(experiments)],
    ['next', [nextOfExperiments(experiments, subject)]],
    noteRow(experiments),
  ];
}

/** Returns the command that was run, and how often. */
export function commandRow({ experiments }: ReportCause): LabelledText {
  if (experiments === undefined) return ['ran', []];
  const command = visibleProse(cutText(experiments.command, LONGEST_TEXT));
  return ['ran', [`${countOf(experiments.runs, 'run')} of \`${command}\``]];
}

function noteRow(experiments: ReportExperiments | undefined): LabelledText {
  const notes = (experiments?.notes ?? []).map((note) => visibleProse(cutText(note, LONGEST_TEXT)));
  return ['note', foldLines(notes, MOST_NOTES)];
}
