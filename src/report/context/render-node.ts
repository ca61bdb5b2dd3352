/** A node on a terminal: what it is, the entries of a directory, and its records. */

import type { NodeRecord } from '../../context/index.ts';
import { displayWidth, padColumns, wrapText } from '../text/fit-text.ts';
import { countOf, sizeWords } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { type RecordView, recordViewOf } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { ShownFrame } from './frame-lines.ts';
import { frameLines } from './frame-lines.ts';

/** Something in a directory. */
export type ShownChild = { readonly name: string; readonly kind: string; readonly size: number };

/** The output of `get`: a node and the records of a view. */
export type NodeDocument = {
  readonly node: Omit<NodeRecord, 'children'> & { readonly children: readonly ShownChild[] };
  readonly frames: readonly ShownFrame[];
  /** The number of records before the limit. */
  readonly frameCount: number;
  /** The types produced for this answer. */
  readonly produced: readonly string[];
  /** The requested types that could not be produced here. */
  readonly unmade: readonly string[];
};

/** The most lines of each of several records; a single one is shown in full. */
const MOST_LINES = 12;
const REMEDY = '; --type TYPE shows one kind of record whole, --json all';

/** Renders a node with its records. */
export function renderNode(document: NodeDocument, options: RecordView): string {
  const view = recordViewOf(options);
  const { node, frames, unmade } = document;
  const cut = frames.length > 1 ? { mostLines: MOST_LINES, remedy: REMEDY } : {};
  const note = (text: string): readonly string[] => wrapText(text, view.width).map(view.colors.dim);
  const lines = [
    view.colors.bold(`${visibleLine(node.path)}${node.kind === 'directory' ? '/' : ''}`),
    view.colors.dim(nodeWords(document)),
    ...childLines(node.children, view),
    ...frames.flatMap((frame) => ['', ...frameLines(frame, view, cut)]),
    ...(document.frameCount === 0 && unmade.length === 0
      ? ['', ...note('no matching record; penumbra put writes one')]
      : []),
    ...unmade.flatMap((type) => ['', ...note(`no ${type} can be made from a file of this kind`)]),
    ...moreNotes(document).flatMap((text) => ['', ...note(text)]),
  ];
  return `${lines.join('\n')}\n`;
}

function nodeWords({ node, frameCount }: NodeDocument): string {
  const words = [
    node.kind,
    sizeWords(node.size),
    ...(node.kind === 'directory' ? [countOf(node.children.length, 'entry')] : []),
    countOf(frameCount, 'record'),
    `node ${briefId(node.nodeId)}`,
    `content ${briefId(node.contentId)}`,
  ];
  return words.join(' · ');
}

function moreNotes({ frames, frameCount }: NodeDocument): readonly string[] {
  const rest = frameCount - frames.length;
  return rest === 0 ? [] : [`${countOf(rest, 'further record')}; --max-frames N shows more`];
}

/** Avoids spreading, as a directory may have more entries than a call can have arguments. */
function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, displayWidth(text)), 0);
}

function childLines(
  children: readonly ShownChild[],
  { colors }: Pick<Required<RecordView>, 'colors'>,
): readonly string[] {
  const names = children.map(childName);
  const columns = widestOf(names);
  const sizes = children.map(({ size }) => sizeWords(size));
  const sizeColumns = widestOf(sizes);
  return children.map(({ kind }, index) => {
    const name = padColumns(names[index] ?? '', columns);
    const painted =
      kind === 'directory' ? colors.cyan(name) : kind === 'executable' ? colors.green(name) : name;
    return `  ${painted}  ${(sizes[index] ?? '').padStart(sizeColumns)}`;
  });
}

/** Marks names as `ls -F` does. */
function childName({ name, kind }: ShownChild): string {
  const mark = { directory: '/', executable: '*', link: '@' }[kind] ?? '';
  return `${visibleLine(name)}${mark}`;
}
