/** The packs of a case as a table: who was told how much at which step, and whether anything was kept from them. */
import { countOf } from './quantity.ts';
import { renderTable, type TableRow } from './render-table.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import type { PackListDocument, ShownPack } from './shown-packs.ts';
import { visibleLine } from './visible-text.ts';
import { wrapText } from './wrap-text.ts';

const HEAD = ['step', 'for', 'working set', 'pack', 'blocks', 'tokens', 'withheld'];
const UNKNOWN = '–';
const HASH_DIGITS = 8;

const LEGEND =
  'A pack is all that one agent was told for one answer. To see one as its agent got it, name its step (--step), its reader (--consumer) or its working set; with --explain, what was kept from it and why. Blocks are counted as truth/memory/scene.';

/** Renders the packs of a case, in the order they were handed out. */
export function renderPackList(
  { run, case: caseId, packs }: PackListDocument,
  options: TerminalLayout = {},
): string {
  const layout = layoutOf(options);
  const { colors, width } = layout;
  const title = `case ${shortName(caseId)} of ${shortName(run)}: ${countOf(packs.length, 'pack')}`;
  const lines = [
    ...wrapText(title, width).map(colors.bold),
    ...(packs.length === 0 ? [] : wrapText(LEGEND, width).map(colors.dim)),
    ...(packs.length === 0 ? [] : ['', ...renderTable({ head: HEAD, rows: packs.map(rowOf) }, layout)]),
    ...noteLines(packs, layout),
  ];
  return `${lines.join('\n')}\n`;
}

function rowOf(shown: ShownPack): TableRow {
  const { step, consumer, asked, workingSet, pack, blocks, tokens, withheld } = shown;
  return {
    cells: [
      String(step),
      visibleLine(consumer),
      workingSet === null ? UNKNOWN : visibleLine(workingSet),
      pack.slice('pack:'.length, 'pack:'.length + HASH_DIGITS),
      blocks === null ? UNKNOWN : `${blocks.truth}/${blocks.memory}/${blocks.scene}`,
      tokens === null ? UNKNOWN : String(tokens),
      withheldWord(withheld),
    ],
    below: [
      ...(blocks === null ? ['removed from the ledger'] : []),
      ...(asked === null || asked === consumer ? [] : [`asked for ${visibleLine(asked)}`]),
    ],
  };
}

function withheldWord(withheld: number | null): string {
  if (withheld === null) return UNKNOWN;
  return withheld === 0 ? 'nothing' : countOf(withheld, 'item');
}

function noteLines(
  packs: readonly ShownPack[],
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const unknown = packs.filter(({ withheld }) => withheld === null).length;
  if (unknown === 0) return [];
  const note = `${UNKNOWN} under withheld: ${countOf(unknown, 'pack')} cannot be compiled again to find out; \`penumbra pack verify\` says why`;
  return ['', ...wrapText(note, width).map(colors.yellow)];
}
