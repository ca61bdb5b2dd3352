/**
 * Renders packs for a terminal: the packs of a case, why one contains what it does, and whether they
 * recompile.
 */

import type {
  ExplainedItem,
  PackDifference,
  PackExplanationDocument,
  PackListDocument,
  PackVerificationDocument,
  ShownPack,
  ToldItem,
  WithheldItem,
  WithheldReason,
} from './pack-documents.ts';
import { foldList, wrapText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { renderTable, type TableRow } from './text/render-table.ts';
import { shortName } from './text/short-name.ts';
import { layoutOf, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';

const HEAD = ['step', 'for', 'working set', 'pack', 'blocks', 'tokens', 'withheld'];
const UNKNOWN = '–';
const HASH_DIGITS = 8;

const LEGEND =
  'A pack is all that one agent was told for one answer. To see one as its agent got it, name its step (--step), its reader (--consumer) or its working set; --explain shows what was withheld and why. Blocks are counted as truth/memory/scene.';

/** Renders the packs of a case, in order of use. */
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
  const note = `${UNKNOWN} under withheld: ${countOf(unknown, 'pack')} cannot be recompiled to find out; \`penumbra pack verify\` says why`;
  return ['', ...wrapText(note, width).map(colors.yellow)];
}

const LABEL = 'differs  ';

/** Renders the result of verification. */
export function renderPackVerification(
  { run, checked, unchecked, differences }: PackVerificationDocument,
  options: TerminalLayout = {},
): string {
  const { colors, width } = layoutOf(options);
  const verdict = differences.length === 0 ? colors.green : colors.red;
  const lines = [
    ...differences.flatMap((difference) =>
      wrapText(differenceWords(difference), width - LABEL.length).map(
        (line, index) => `${index === 0 ? colors.red(LABEL) : ' '.repeat(LABEL.length)}${line}`,
      ),
    ),
    ...wrapText(`${shortName(run)}: ${verdictWords(checked, differences.length)}`, width).map(verdict),
    ...(unchecked === 0 ? [] : wrapText(uncheckedWords(unchecked), width).map(colors.yellow)),
  ];
  return `${lines.join('\n')}\n`;
}

function differenceWords({ case: caseId, step, consumer, difference }: PackDifference): string {
  return `case ${shortName(caseId)}, step ${step}, for ${shortName(consumer)}: ${visibleProse(difference)}`;
}

function verdictWords(checked: number, different: number): string {
  if (checked === 0) return 'no pack was checked';
  const packs = countOf(checked, 'pack');
  return different === 0
    ? `${packs} recompiled from the ledger, byte for byte the same`
    : `${different} of ${packs} came out different`;
}

function uncheckedWords(unchecked: number): string {
  return unchecked === 1
    ? '1 pack was made before packs could be recompiled, and was not checked'
    : `${unchecked} packs were made before packs could be recompiled, and were not checked`;
}

const MOST_NAMES = 4;

const channels: readonly (readonly [ToldItem['channel'], string])[] = [
  ['truth', 'told as truth'],
  ['memory', 'told as memory'],
  ['scene', 'told as the present situation'],
];

/** The reasons in decision order, in words. */
const reasons: Readonly<Record<WithheldReason, string>> = {
  outdated: 'dropped, or out of date with the items it sums up',
  'nothing-allowed': 'a summary with no part that may be told',
  'input-locked': 'a summary of something that is locked',
  'input-tiered': 'a summary of something that depends on what the reader knows',
  locked: 'locked, and it has no gist to tell instead',
  'derived-lock': 'locked, because it quotes something that is locked',
  'told-to-nobody': 'not visible to any reader of the mask matrix',
  cut: 'cut, because the budget was used up',
  'not-allowed': 'not allowed by the working set',
  'not-visible': 'visible to others, not to this reader',
  'not-in-matrix': 'of a kind without a row for this reader in the mask matrix',
  'no-gist': 'may be told as a gist only, and it has none',
  tier: 'above the tier this reader has for its subject',
};

/** Renders an explanation in full, except for long lists of names. */
export function renderPackExplanation(
  document: PackExplanationDocument,
  options: TerminalLayout = {},
): string {
  const layout = layoutOf(options);
  const { items } = document;
  const told = items.filter((item): item is ToldItem => item.isTold).sort(byLabel);
  const withheld = items.filter((item): item is WithheldItem => !item.isTold);
  const sections = [
    headLines(document, layout),
    ...channels.map(([channel, title]) =>
      toldLines(
        title,
        told.filter((item) => item.channel === channel),
        layout,
      ),
    ),
    ...Object.entries(reasons).map(([reason, words]) =>
      withheldLines(
        words,
        withheld.filter((item) => item.reason === reason),
        layout,
      ),
    ),
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}

function headLines(
  { place, consumer, workingSet, pack, budget, counts }: PackExplanationDocument,
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const where =
    place === null ? '' : `, step ${place.step} of case ${shortName(place.case)} of ${shortName(place.run)}`;
  const title = `${shortName(pack)} for ${visibleLine(consumer)}${where}, from working set ${visibleLine(workingSet)}`;
  const used =
    budget === null
      ? 'what the oracle left out is not in the file'
      : `${budget.used} of ${countOf(budget.tokens, 'token')} used`;
  return [
    ...wrapText(title, width).map(colors.bold),
    ...wrapText(`${countOf(counts.told, 'item')} told, ${counts.withheld} withheld; ${used}`, width),
  ];
}

function toldLines(
  title: string,
  items: readonly ToldItem[],
  layout: Required<TerminalLayout>,
): readonly string[] {
  if (items.length === 0) return [];
  const head = ['label', 'kind', 'form', 'tokens', 'handle', 'from'];
  const rows = items.map((item): TableRow => {
    const { label, kind, form, source } = item;
    const cells = [label, kind, form, tokensOf(item), nameOf(item), source].map(visibleLine);
    return { cells, below: toldRemarks(item) };
  });
  return [
    layout.colors.green(`${title}: ${countOf(items.length, 'item')}`),
    ...renderTable({ head, rows }, layout),
  ];
}

/** Labels are a letter and a number. */
function byLabel(left: ToldItem, right: ToldItem): number {
  return Number(left.label.slice(1)) - Number(right.label.slice(1));
}

function toldRemarks({ rules, hiddenFields }: ToldItem): readonly string[] {
  return [
    ...(rules.length === 0 ? [] : [`by ${foldList(rules.map(visibleLine), MOST_NAMES)}`]),
    ...hiddenWords(hiddenFields),
  ];
}

function withheldLines(
  words: string,
  items: readonly WithheldItem[],
  layout: Required<TerminalLayout>,
): readonly string[] {
  if (items.length === 0) return [];
  const title = `withheld: ${countOf(items.length, 'item')}, ${words}`;
  const rows = items.map((item): TableRow => {
    const cells = [item.kind, item.type, tokensOf(item), nameOf(item)].map(visibleLine);
    return { cells, below: withheldRemarks(item) };
  });
  return [
    ...wrapText(title, layout.width).map(layout.colors.yellow),
    ...renderTable({ head: ['kind', 'type', 'tokens', 'handle'], rows }, layout),
  ];
}

function withheldRemarks({ by, hiddenFields }: WithheldItem): readonly string[] {
  return [
    ...(by.length === 0 ? [] : [`quotes ${foldList(by.map(shortName), MOST_NAMES)}`]),
    ...hiddenWords(hiddenFields),
  ];
}

function hiddenWords(fields: readonly string[]): readonly string[] {
  return fields.length === 0 ? [] : [`without ${foldList(fields.map(visibleLine), MOST_NAMES)}`];
}

function nameOf({ handle, ordinal }: ExplainedItem): string {
  return ordinal === undefined || ordinal === handle
    ? shortName(handle)
    : `${shortName(handle)} (${ordinal})`;
}

/** Items outside the working set cost nothing. */
function tokensOf({ tokens }: ExplainedItem): string {
  return tokens === undefined ? '–' : String(tokens);
}
