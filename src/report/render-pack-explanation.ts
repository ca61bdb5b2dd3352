/** Why a pack holds what it holds: its items by channel with what they cost, then what was withheld, by reason. */
import { foldList } from './cut-text.ts';
import { countOf } from './quantity.ts';
import { renderTable, type TableRow } from './render-table.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import type {
  ExplainedItem,
  PackExplanationDocument,
  ToldItem,
  WithheldItem,
  WithheldReason,
} from './shown-packs.ts';
import { visibleLine } from './visible-text.ts';
import { wrapText } from './wrap-text.ts';

const MOST_NAMES = 4;

const channels: readonly (readonly [ToldItem['channel'], string])[] = [
  ['truth', 'told as truth'],
  ['memory', 'told as memory'],
  ['scene', 'told as the present situation'],
];

/** The reasons in the order of the decision, each in words. */
const reasons: Readonly<Record<WithheldReason, string>> = {
  outdated: 'dropped, or out of date with the items it sums up',
  'nothing-allowed': 'a summary of which no part may be told',
  'input-locked': 'a summary of something that is locked',
  'input-tiered': 'a summary of something that depends on what the reader knows',
  locked: 'locked, and it has no gist to tell instead',
  'derived-lock': 'locked, because it quotes something that is locked',
  'told-to-nobody': 'not visible to any reader of the mask matrix',
  cut: 'cut, because the budget was used up',
  'not-allowed': 'not allowed by the working set',
  'not-visible': 'visible to others, not to this reader',
  'not-in-matrix': 'of a kind for which the mask matrix has no row for this reader',
  'no-gist': 'may be told as a gist only, and it has none',
  tier: 'above what this reader knows of its subject',
};

/** Renders an explanation; nothing is folded but long lists of names. */
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

/** What is not in the working set costs nothing. */
function tokensOf({ tokens }: ExplainedItem): string {
  return tokens === undefined ? '–' : String(tokens);
}
