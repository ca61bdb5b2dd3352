/** Renders why a record says what it says, as a tree of inputs down to file bytes, and its dependants. */
import type { LineageEntry } from '../context/index.ts';
import { lineageWords } from './context/render-history.ts';
import { wrapText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { shortName } from './text/short-name.ts';
import { layoutOf, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';

/** File content, and its places in the workspace. */
type ShownContent = {
  readonly kind: 'content';
  readonly id: string;
  readonly paths: readonly string[];
  /** The number of further places with these bytes. */
  readonly morePaths: number;
  /** Whether the workspace still has them; null if not checked. */
  readonly isCurrent: boolean | null;
};

/** A file at a path. */
type ShownNode = {
  readonly kind: 'node';
  readonly id: string;
  /** Its path; null if the workspace no longer has such a file. */
  readonly path: string | null;
  /** Whether the workspace still has it; null if not checked. */
  readonly isCurrent: boolean | null;
};

/** An input outside workspace and ledger, such as a commit. */
type ShownExternal = { readonly kind: 'external'; readonly id: string; readonly value: string };

/** Another record. */
type ShownFrame = {
  readonly kind: 'frame';
  readonly id: string;
  /** Only `followed` lists its inputs here; `repeated` lists them at its first occurrence. */
  readonly state: 'followed' | 'repeated' | 'too-deep' | 'missing';
  /** Null if it was not read or does not exist. */
  readonly frame: { readonly type: string; readonly agent: string } | null;
  readonly inputs: readonly ShownInput[];
};

/** An input of a record. */
export type ShownInput = ShownContent | ShownNode | ShownExternal | ShownFrame;

/** A short description of a record. */
export type ShownRecord = {
  readonly frameId: string;
  readonly type: string;
  readonly agent: string;
  readonly subject: string;
};

/** A record that depends on the explained one. */
export type ShownDependant = ShownRecord & {
  /** The input it was found by: the explained item or a nearer dependant. */
  readonly restsOn: string;
  /** The number of steps, 1 for the nearest. */
  readonly distance: number;
};

/** A record or file with its inputs and dependants, and how many of both are omitted. */
export type ShownExplanation = {
  readonly frame: ShownRecord;
  readonly inputs: readonly ShownInput[];
  /** The number of inputs not listed, and of records listed but not followed. */
  readonly leftOut: { readonly inputs: number; readonly frames: number };
  readonly dependants: readonly ShownDependant[];
  /** Whether there are more dependants than listed. */
  readonly hasMore: boolean;
  /** For a file, its states in scans, oldest first; empty if unchanged since the first scan. */
  readonly lineage?: readonly LineageEntry[];
};

const kindWords = { frame: 'record', content: 'bytes', node: 'file', external: 'outside' } as const;

const MOST_LINEAGE = 10;

const stateWords = {
  followed: '',
  repeated: ', shown elsewhere in this tree',
  'too-deep': ', too deep to follow',
  missing: ', MISSING from the ledger',
} as const;

/** Renders an explanation, with what it leaves out. */
export function renderExplanation(explanation: ShownExplanation, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { dependants, lineage } = explanation;
  const prose = (text: string): readonly string[] => wrapText(text, layout.width);
  const lines = [
    ...prose(titleOf(explanation)).map(layout.colors.bold),
    ...(lineage ? lineageLines(lineage).flatMap(prose) : prose(inputsSummary(explanation))),
    ...treeLines(explanation.inputs, layout),
    ...leftOutNotes(explanation).flatMap(prose),
    ...prose(dependantsSummary(explanation)),
    ...dependants.flatMap((dependant, index) =>
      branchLines(
        { text: dependantWords(dependant, explanation), trunk: '', isLast: index === dependants.length - 1 },
        layout,
      ),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function titleOf({ frame, lineage }: ShownExplanation): string {
  const { type, frameId, agent, subject } = frame;
  if (lineage === undefined)
    return `${visibleLine(type)} ${shortName(frameId)} by ${visibleLine(agent)}, about ${visibleLine(subject)}`;
  return `${visibleLine(subject)}, ${visibleLine(type)}${frameId === '' ? '' : ` ${shortName(frameId)}`}`;
}

/** Newest first, because questions are mostly about recent changes. */
function lineageLines(lineage: readonly LineageEntry[]): readonly string[] {
  const told = lineage.map(
    (entry, index) => `scan ${entry.scan}: ${lineageWords(entry, lineage[index - 1])}`,
  );
  const rest = told.length - MOST_LINEAGE;
  const shown = told.toReversed().slice(0, MOST_LINEAGE);
  return rest > 0 ? [...shown, `and ${countOf(rest, 'earlier state')}; see penumbra history`] : shown;
}

function inputsSummary({ inputs }: ShownExplanation): string {
  return inputs.length === 0 ? 'rests on nothing on record' : `rests on ${countOf(inputs.length, 'input')}`;
}

function leftOutNotes({ leftOut: { inputs, frames } }: ShownExplanation): readonly string[] {
  const verb = (count: number): string => (count === 1 ? 'is' : 'are');
  return [
    ...(inputs === 0
      ? []
      : [`${countOf(inputs, 'further input')} ${verb(inputs)} not listed, because there are too many`]),
    ...(frames === 0
      ? []
      : [
          `${countOf(frames, 'record')} ${verb(frames)} too deep to follow from here; explain ${frames === 1 ? 'it by its id' : 'them by their ids'}`,
        ]),
  ];
}

function dependantsSummary({ dependants: { length }, hasMore }: ShownExplanation): string {
  if (hasMore) return `more than ${countOf(length, 'record')} rest on it; the nearest are listed`;
  if (length === 0) return 'nothing rests on it';
  return `${countOf(length, 'record')} ${length === 1 ? 'rests' : 'rest'} on it`;
}

function dependantWords(
  { frameId, type, agent, subject, restsOn }: ShownDependant,
  { lineage, frame }: ShownExplanation,
): string {
  const words = `${shortName(frameId)}  ${visibleLine(type)} by ${visibleLine(agent)}, about ${visibleLine(subject)}`;
  const seen = lineage?.findLast(({ contentId, nodeId }) => restsOn === contentId || restsOn === nodeId);
  if (!lineage || restsOn === frame.frameId || !/^(?:content|node):/.test(restsOn)) return words;
  return `${words}, on what it was${seen ? ` in scan ${seen.scan}` : ' at the last scan'}`;
}

type Level = { readonly inputs: readonly ShownInput[]; readonly trunk: string };

/** Walks the tree iteratively, as a chain of records can exceed the call stack. */
function treeLines(roots: readonly ShownInput[], layout: Required<TerminalLayout>): readonly string[] {
  const lines: string[] = [];
  const open: { readonly level: Level; next: number }[] = [{ level: { inputs: roots, trunk: '' }, next: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { inputs, trunk } = top.level;
    const input = inputs[top.next++];
    if (input === undefined) {
      open.pop();
      continue;
    }
    const isLast = top.next === inputs.length;
    lines.push(...branchLines({ text: inputWords(input), trunk, isLast }, layout));
    open.push({
      level: {
        inputs: input.kind === 'frame' ? input.inputs : [],
        trunk: deeperTrunk({ trunk, isLast }, layout),
      },
      next: 0,
    });
  }
  return lines;
}

type Branch = { readonly text: string; readonly trunk: string; readonly isLast: boolean };

function branchLines(
  { text, trunk, isLast }: Branch,
  { width }: Required<TerminalLayout>,
): readonly string[] {
  return wrapText(text, width - trunk.length - 3).map((line, index) => {
    const mark = index > 0 ? (isLast ? '   ' : '│  ') : isLast ? '└─ ' : '├─ ';
    return `${trunk}${mark}${line}`.trimEnd();
  });
}

/** Indents one more level; beyond half the width, levels only add a mark, so that text has enough room. */
function deeperTrunk({ trunk, isLast }: Omit<Branch, 'text'>, { width }: Required<TerminalLayout>): string {
  return trunk.length > width / 2 ? trunk : `${trunk}${isLast ? '   ' : '│  '}`;
}

function inputWords(input: ShownInput): string {
  const name = `${kindWords[input.kind]} ${shortName(input.id)}`;
  switch (input.kind) {
    case 'content':
      return `${name}${contentWords(input)}`;
    case 'node':
      return `${name}${input.path === null ? '' : `  ${visibleLine(input.path)}`}${presentWords(input)}`;
    case 'external':
      return `${name}  ${visibleProse(input.value)}`;
    case 'frame':
      return `${name}${frameWords(input)}${stateWords[input.state]}`;
  }
}

function contentWords({ paths, morePaths, isCurrent }: ShownInput & { readonly kind: 'content' }): string {
  if (paths.length === 0) return presentWords({ isCurrent });
  const more = morePaths === 0 ? '' : ` and ${countOf(morePaths, 'further file')}`;
  return `  of ${paths.map(visibleLine).join(', ')}${more}${presentWords({ isCurrent })}`;
}

function presentWords({ isCurrent }: { readonly isCurrent: boolean | null }): string {
  if (isCurrent === null) return '';
  return isCurrent ? ', still in the workspace' : ', NOT in the workspace now';
}

function frameWords({ frame }: ShownInput & { readonly kind: 'frame' }): string {
  return frame === null ? '' : `  ${visibleLine(frame.type)} by ${visibleLine(frame.agent)}`;
}
