/** Why a record says what it says, as an indented tree down to file bytes, and what rests on it in turn. */
import type { LineageEntry } from '../context/index.ts';
import { lineageWords } from './context/render-history.ts';
import { wrapText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { shortName } from './text/short-name.ts';
import { layoutOf, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';

/** Bytes of files, and where the workspace has them. */
type ShownContent = {
  readonly kind: 'content';
  readonly id: string;
  readonly paths: readonly string[];
  /** How many further places have these bytes. */
  readonly morePaths: number;
  /** Whether the workspace has them now; null where that was not looked at. */
  readonly isCurrent: boolean | null;
};

/** A file together with its place. */
type ShownNode = {
  readonly kind: 'node';
  readonly id: string;
  /** Where it is; null where the workspace has no such file now. */
  readonly path: string | null;
  /** Whether the workspace has it now; null where that was not looked at. */
  readonly isCurrent: boolean | null;
};

/** Something outside workspace and ledger, such as a commit. */
type ShownExternal = { readonly kind: 'external'; readonly id: string; readonly value: string };

/** Another record. */
type ShownFrame = {
  readonly kind: 'frame';
  readonly id: string;
  /** Only `followed` has its inputs here; `repeated` has them at its first occurrence. */
  readonly state: 'followed' | 'repeated' | 'too-deep' | 'missing';
  /** Null where it was not read or is not there. */
  readonly frame: { readonly type: string; readonly agent: string } | null;
  readonly inputs: readonly ShownInput[];
};

/** Something a record was made from. */
export type ShownInput = ShownContent | ShownNode | ShownExternal | ShownFrame;

/** A record in a few words. */
export type ShownRecord = {
  readonly frameId: string;
  readonly type: string;
  readonly agent: string;
  readonly subject: string;
};

/** A record that rests on what is explained. */
export type ShownDependant = ShownRecord & {
  /** What of it names it: the record or bytes that are explained, or a dependant nearer to them. */
  readonly restsOn: string;
  /** How many steps it is away, 1 for the nearest. */
  readonly distance: number;
};

/** A record or a file, what it rests on, what rests on it, and how much of both is not listed. */
export type ShownExplanation = {
  readonly frame: ShownRecord;
  readonly inputs: readonly ShownInput[];
  /** How many inputs are not listed, and how many records are named but not followed. */
  readonly leftOut: { readonly inputs: number; readonly frames: number };
  readonly dependants: readonly ShownDependant[];
  /** Whether more rests on it than is listed. */
  readonly hasMore: boolean;
  /** Of a file, what scans saw of it, oldest first; empty where it is as the first scan found it. */
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

/** The newest first, because questions are mostly about what just happened. */
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

/** Walks the tree with a list of its own: a chain of records can be longer than the call stack. */
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

/** Indents one level more; past half the width levels keep their mark alone, so that text keeps room. */
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
