/**
 * Summarisation: shows the most informative lines of each child, whole and in order, and how many were
 * omitted.
 */
import { fixedLog2 } from '../../kernel/index.ts';
import { proseTerms } from '../producers/terms.ts';
import type { SynthesisRecipe } from './recipe.ts';
import {
  BLOCK_BREAK,
  fitSections,
  headingOf,
  INDENT,
  isLabelled,
  labelOf,
  linesOf,
  NOTHING_TEXT,
  renderSection,
} from './render-section.ts';
import { type SummarisationPolicy, type SynthesisSection, synthesisLimits } from './synthesis-policy.ts';

type SummaryRecipe = SynthesisRecipe & { readonly policy: SummarisationPolicy };

/** Makes a summary of ordered sections. */
export function summariseSections(recipe: SummaryRecipe, sections: readonly SynthesisSection[]): string {
  if (sections.length === 0) return NOTHING_TEXT;
  const { maxLines = synthesisLimits.summaryLines, maxBytes = synthesisLimits.summaryBytes } = recipe.policy;
  const sources = sections.map(sourceLines);
  const scores = scoreLines(sources.map(({ lines }) => lines));
  const sized = sections.map(({ name }, index) => ({ name, bytes: frameBytes(name, sources[index]) }));
  const { kept, notice, bytesLeft } = fitSections(sized, maxBytes);
  const shown = sections.flatMap((section, index) => {
    const source = sources[index];
    return source !== undefined && kept.has(section.name)
      ? [{ section, source, scores: scores[index] ?? [], isWithLabels: isLabelled(recipe, section) }]
      : [];
  });
  const choices = shown.map(({ section, source: { lines }, scores, isWithLabels }) => ({
    lines,
    scores,
    labelBytes: section.frames.map((frame) => (isWithLabels ? bytesWithBreak(labelOf(frame)) : 0)),
  }));
  const chosen = chooseLines(choices, { maxLines, maxBytes: bytesLeft });
  const texts = shown.map((part, index) => renderSummary(part, chosen[index] ?? []));
  return `${[...texts, ...(notice === null ? [] : [notice])].join(BLOCK_BREAK)}\n`;
}

type Shown = {
  readonly section: SynthesisSection;
  readonly source: SourceLines;
  readonly isWithLabels: boolean;
};

function renderSummary({ section, source, isWithLabels }: Shown, chosen: readonly number[]): string {
  const frames = section.frames.flatMap((frame, at) => {
    const lines = chosen.flatMap((index) => {
      const line = source.lines[index];
      return line?.frame === at ? [line.text] : [];
    });
    return lines.length === 0 ? [] : [{ ...frame, content: lines.join('\n') }];
  });
  const text =
    frames.length === 0
      ? headingOf(section.name)
      : renderSection({ name: section.name, frames }, isWithLabels);
  const left = source.count - chosen.length;
  return left === 0 ? text : `${text}\n${noticeOf({ left, count: source.count })}`;
}

/** The size of a section before its first line: heading, notice, and line breaks. */
function frameBytes(name: string, source: SourceLines | undefined): number {
  const count = source?.count ?? 0;
  return (
    bytesWithBreak(headingOf(name)) + bytesWithBreak(noticeOf({ left: count, count })) + BLOCK_BREAK.length
  );
}

/** The size of a line including its line breaks. */
function bytesWithBreak(line: string): number {
  return Buffer.byteLength(line) + BLOCK_BREAK.length;
}

function noticeOf({ left, count }: { readonly left: number; readonly count: number }): string {
  return `[${left} of ${count} lines left out]`;
}

/** How many characters of a line are examined. */
const LINE_LENGTH = 2_000;
const TERMS = 64;
/** Ranks a line with one rare term below one with several. */
const DAMPING = 4;

/** Returns a score for every line of every section. */
function scoreLines(sections: readonly (readonly SourceLine[])[]): number[][] {
  const terms = sections.map((lines) => lines.map(({ text }) => lineTerms(text)));
  const rarities = termRarities(terms);
  return sections.map((lines, section) =>
    lines.map(({ place }, index) => {
      const found = terms[section]?.[index] ?? [];
      const sum = found.reduce((total, term) => total + (rarities.get(term) ?? 0), 0);
      const rarity = Math.floor(sum / (found.length + DAMPING));
      return rarity + Math.floor(rarity / (1 + place));
    }),
  );
}

function lineTerms(text: string): readonly string[] {
  return [...proseTerms(text.slice(0, LINE_LENGTH)).keys()].slice(0, TERMS);
}

/** Returns for every term log2((2 N + 2) / (2 n + 1)) in fixed point, if n of N sections contain it. */
function termRarities(sections: readonly (readonly (readonly string[])[])[]): Map<string, number> {
  const having = new Map<string, number>();
  for (const lines of sections)
    for (const term of new Set(lines.flat())) having.set(term, (having.get(term) ?? 0) + 1);
  const all = fixedLog2(2 * sections.length + 2);
  const rarities = sections.map((_, index) => all - fixedLog2(2 * (index + 1) + 1));
  return new Map([...having].map(([term, count]) => [term, rarities[count - 1] ?? 0]));
}

/** A section's scored lines, and the size of each frame's label. */
type LineChoice = {
  readonly lines: readonly SourceLine[];
  readonly scores: readonly number[];
  readonly labelBytes: readonly number[];
};

type Turn = LineChoice & {
  readonly ranked: readonly number[];
  readonly taken: Set<number>;
  readonly frames: Set<number>;
  /** How many lines were chosen, not counting headings. */
  told: number;
  next: number;
};

type Room = { readonly maxLines: number; bytesLeft: number };

/** Returns the indexes of chosen lines for every section, in source order. */
function chooseLines(
  sections: readonly LineChoice[],
  { maxLines, maxBytes }: { readonly maxLines: number; readonly maxBytes: number },
): number[][] {
  const room: Room = { maxLines, bytesLeft: maxBytes };
  const turns = sections.map((section): Turn => {
    const ranked = rankLines(section);
    return { ...section, ranked, taken: new Set(), frames: new Set(), told: 0, next: 0 };
  });
  let waiting = turns;
  while (waiting.length > 0) waiting = waiting.filter((turn) => takeBest(turn, room));
  return turns.map(({ taken }) => [...taken].sort((left, right) => left - right));
}

function rankLines({ lines, scores }: LineChoice): number[] {
  const scoreOf = (index: number) => scores[index] ?? 0;
  return lines
    .flatMap(({ isTelling }, index) => (isTelling ? [index] : []))
    .sort((left, right) => scoreOf(right) - scoreOf(left) || left - right);
}

/** Takes the best line that fits, and returns whether there was one. */
function takeBest(turn: Turn, room: Room): boolean {
  while (turn.next < turn.ranked.length && turn.told < room.maxLines) {
    const wanted = newLines(turn, turn.ranked[turn.next] ?? 0);
    turn.next++;
    const bytes = costOf(turn, wanted);
    if (bytes > room.bytesLeft) continue;
    room.bytesLeft -= bytes;
    turn.told++;
    for (const index of wanted) {
      turn.taken.add(index);
      turn.frames.add(turn.lines[index]?.frame ?? 0);
    }
    return true;
  }
  return false;
}

/** Returns a line and those of its headings not taken yet. */
function newLines({ lines, taken }: Turn, index: number): number[] {
  const wanted: number[] = [];
  for (let at: number | null = index; at !== null && !taken.has(at); at = lines[at]?.heading ?? null)
    wanted.push(at);
  return wanted;
}

function costOf({ lines, frames, labelBytes }: Turn, wanted: readonly number[]): number {
  const frame = lines[wanted[0] ?? 0]?.frame ?? 0;
  const label = frames.has(frame) ? 0 : (labelBytes[frame] ?? 0);
  const lineBytes = (index: number) => INDENT.length + (lines[index]?.bytes ?? 0) + '\n'.length;
  return wanted.reduce((sum, index) => sum + lineBytes(index), label);
}

/** A non-blank line of a frame. */
type SourceLine = {
  readonly text: string;
  readonly bytes: number;
  /** The index of its frame in the section. */
  readonly frame: number;
  /** Its line index in the frame. */
  readonly place: number;
  /** The line of its heading, if the text was itself synthesised. */
  readonly heading: number | null;
  /** Whether it carries information, unlike a heading or a note by the synthesis. */
  readonly isTelling: boolean;
};

/** The first lines of a section, and their total number. */
type SourceLines = { readonly lines: readonly SourceLine[]; readonly count: number };

type Heading = { readonly line: number; readonly column: number; readonly rank: number };

const HEADING = /^((?: {4})*)(###?) /;
const NOTICE = /^(?: {4})*\[(?:\d+ of \d+ (?:lines|sections) left out|no child has a frame to show)/;

/** Returns the lines of a section's frames in order. */
function sourceLines({ frames }: SynthesisSection): SourceLines {
  const lines: SourceLine[] = [];
  const headings = new Set<number>();
  let count = 0;
  for (const [frame, { content }] of frames.entries()) {
    const above: Heading[] = [];
    let place = 0;
    for (const text of linesOf(content)) {
      if (text.trim() === '') continue;
      count++;
      if (lines.length >= synthesisLimits.sourceLines) continue;
      const heading = enterLine(above, { text, line: lines.length });
      if (heading !== null) headings.add(heading);
      lines.push({
        text,
        bytes: Buffer.byteLength(text),
        frame,
        place,
        heading,
        isTelling: !NOTICE.test(text),
      });
      place++;
    }
  }
  return {
    lines: lines.map((line, index) => (headings.has(index) ? { ...line, isTelling: false } : line)),
    count,
  };
}

/**
 * Returns the heading of a line: content indented under a heading belongs to it, and `###` belongs to `##`.
 */
function enterLine(
  above: Heading[],
  { text, line }: { readonly text: string; readonly line: number },
): number | null {
  const [, margin, marks] = HEADING.exec(text) ?? [];
  const column = margin?.length ?? text.length - text.trimStart().length;
  const rank = marks?.length ?? 0;
  let last = above.at(-1);
  while (last !== undefined && !isBelow({ column, rank }, last)) {
    above.pop();
    last = above.at(-1);
  }
  if (rank > 0) above.push({ line, column, rank });
  return last?.line ?? null;
}

function isBelow({ column, rank }: Omit<Heading, 'line'>, heading: Heading): boolean {
  return column > heading.column || (column === heading.column && rank > heading.rank);
}
