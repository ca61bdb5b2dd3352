/** Why a record says what it says, as an indented tree down to file bytes, and what rests on it in turn. */
import { countOf } from './quantity.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import { visibleLine, visibleProse } from './visible-text.ts';
import { wrapText } from './wrap-text.ts';

/** Something a record was made from: another record, bytes, or something outside the ledger. */
export type ShownInput = {
  readonly kind: 'frame' | 'content' | 'external';
  readonly id: string;
  readonly label: string;
  /** Whether it is still what the workspace holds, where that can be told. */
  readonly isCurrent?: boolean;
  /** Where bytes are found in the workspace. */
  readonly paths?: readonly string[];
  readonly inputs?: readonly ShownInput[];
};

/** A record, what it rests on, and what rests on it. */
export type ShownExplanation = {
  readonly frame: {
    readonly frameId: string;
    readonly type: string;
    readonly agent: string;
    readonly subject: string;
  };
  readonly inputs: readonly ShownInput[];
  readonly dependants: readonly { readonly id: string; readonly label: string }[];
};

const kindWords = { frame: 'record', content: 'bytes', external: 'outside' } as const;

/** Renders an explanation. */
export function renderExplanation(explanation: ShownExplanation, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { frame, inputs, dependants } = explanation;
  const title = `${visibleLine(frame.type)} ${shortName(frame.frameId)} by ${visibleLine(frame.agent)}, about ${visibleLine(frame.subject)}`;
  const lines = [
    ...wrapText(title, layout.width).map(layout.colors.bold),
    ...(inputs.length === 0
      ? ['rests on nothing that is recorded']
      : [`rests on ${countOf(inputs.length, 'input')}`]),
    ...treeLines(inputs, layout),
    dependants.length === 0
      ? 'nothing rests on it'
      : `${countOf(dependants.length, 'record')} ${dependants.length === 1 ? 'rests' : 'rest'} on it`,
    ...dependants.flatMap(({ id, label }, index) =>
      branchLines(
        {
          text: `${shortName(id)}  ${visibleProse(label)}`,
          trunk: '',
          isLast: index === dependants.length - 1,
        },
        layout,
      ),
    ),
  ];
  return `${lines.join('\n')}\n`;
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
      level: { inputs: input.inputs ?? [], trunk: deeperTrunk({ trunk, isLast }, layout) },
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

function inputWords({ kind, id, label, isCurrent, paths = [] }: ShownInput): string {
  const state = isCurrent === undefined ? '' : isCurrent ? ', current' : ', CHANGED since';
  const places = paths.length === 0 ? '' : `, in ${paths.map(visibleLine).join(', ')}`;
  return `${kindWords[kind]} ${shortName(id)}  ${visibleProse(label)}${places}${state}`;
}
