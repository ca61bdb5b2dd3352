/** Why a record says what it says, as an indented tree down to file bytes, and what rests on it in turn. */
import { lineageWords } from './context/render-history.ts';
import type { ShownLineage } from './context/shown-node.ts';
import { countOf } from './quantity.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import type { ShownDependant, ShownExplanation, ShownInput } from './shown-explanation.ts';
import { visibleLine, visibleProse } from './visible-text.ts';
import { wrapText } from './wrap-text.ts';

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

/** The newest first, for what is asked about is mostly what just happened. */
function lineageLines(lineage: readonly ShownLineage[]): readonly string[] {
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
