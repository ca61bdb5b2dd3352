/** A check of a workspace on a terminal or in the log of a build. */
import type { Regeneration, Skipped, StaleFrame, WaveMove } from '../../context/index.ts';
import type { Validation } from '../../ledger/index.ts';
import { wrapText } from '../text/fit-text.ts';
import { markdownCode as code, markdownTable, markdownLine as plain } from '../text/markdown-text.ts';
import { countOf } from '../text/quantity.ts';
import { briefId } from '../text/short-name.ts';
import { layoutOf, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import { staleLines, staleWords } from './describe-staleness.ts';
import { changeCounts, changeLines, changeWords, type ShownChange } from './render-changes.ts';
import { regenerationWords } from './render-derivation.ts';

/** What makes a check fail: only damage, or also stale records. */
export type CiFailOn = 'invalid' | 'stale';

/** The result of a check. */
export type ShownCi = {
  /** False if `failOn` applies. */
  readonly ok: boolean;
  readonly failOn: CiFailOn;
  readonly root: string;
  readonly scan: number;
  /** Whether there was no earlier scan to compare with. */
  readonly isFirst: boolean;
  readonly nodes: number;
  readonly skipped: readonly Skipped[];
  /** Since the previous recorded scan. */
  readonly changes: readonly ShownChange[];
  /** Null if the ledger is too damaged to regenerate anything. */
  readonly regeneration: Omit<Regeneration, 'stale'> | null;
  /** The recomputed frames, children before parents; `cut-off` means equal content. */
  readonly recomputed: readonly WaveMove[];
  readonly stale: readonly StaleFrame[];
  readonly validation: Pick<Validation, 'ok' | 'checked' | 'faults'>;
};

const MOST_CHANGES = 50;
const MOST_RECOMPUTED = 20;
const MOST_FAULTS = 20;
const MOST_SKIPPED = 5;

/** Renders a check, its verdict last. */
export function renderCi(ci: ShownCi, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { colors, width } = layout;
  const { changes, stale, skipped, validation, ok } = ci;
  const prose = (text: string) => wrapText(text, width);
  const verdict = ok ? colors.green : colors.red;
  return [
    ...prose(scanWords(ci)),
    ...changeLines(changes, { colors, most: MOST_CHANGES }).map((line) => `  ${line}`),
    ...skippedLines(skipped).map((line) => colors.yellow(line)),
    ...prose(renewalWords(ci)),
    ...recomputedLines(ci.recomputed),
    ...(stale.length === 0 ? [] : [countOf(stale.length, 'stale record')]),
    ...staleLines(stale, layout).map((line) => `  ${line}`),
    ...prose(validationWords(ci)),
    ...faultLines(validation.faults).map((line) => colors.red(line)),
    ...prose(verdictWords(ci)).map((line) => colors.bold(verdict(line))),
    '',
  ].join('\n');
}

function recomputedLines(recomputed: ShownCi['recomputed']): readonly string[] {
  const made = recomputed.filter(({ move }) => move === 'regenerated');
  const rest = made.length - MOST_RECOMPUTED;
  return [
    ...made.slice(0, MOST_RECOMPUTED).map(({ path, type }) => `  ${visibleLine(path)}  ${visibleLine(type)}`),
    ...(rest > 0 ? [`  and ${countOf(rest, 'further record')}`] : []),
  ];
}

function skippedLines(skipped: ShownCi['skipped']): readonly string[] {
  const shown = skipped.slice(0, MOST_SKIPPED).map(({ path, reason }) => `  ${visibleLine(path)}: ${reason}`);
  const rest = skipped.length - shown.length;
  return [
    ...(skipped.length === 0 ? [] : [`${countOf(skipped.length, 'path')} left out`]),
    ...shown,
    ...(rest === 0 ? [] : [`  and ${countOf(rest, 'further path')}`]),
  ];
}

function faultLines(faults: ShownCi['validation']['faults']): readonly string[] {
  const rest = faults.length - MOST_FAULTS;
  return [
    ...faults
      .slice(0, MOST_FAULTS)
      .map(({ object, fault }) => `  ${visibleLine(object)}: ${visibleLine(fault)}`),
    ...(rest > 0 ? [`  and ${countOf(rest, 'further fault')}; penumbra validate lists all`] : []),
  ];
}

/** Formats the verdict and its reason. */
function verdictWords({ ok, failOn, stale, validation }: ShownCi): string {
  if (ok) return 'passed';
  const reasons = [
    ...(validation.ok ? [] : [`${countOf(validation.faults.length, 'fault')} in the ledger`]),
    ...(failOn === 'stale' && stale.length > 0 ? [countOf(stale.length, 'stale record')] : []),
  ];
  return `failed: ${reasons.join(', ')}`;
}

/** Formats what was scanned and how much of it changed. */
function scanWords({ scan, root, nodes, isFirst, changes }: ShownCi): string {
  const what = `scan ${scan}, ${briefId(root)}, ${countOf(nodes, 'node')}`;
  if (isFirst) return `${what}: the first, so there is nothing to compare with`;
  return `${what}: ${changes.length === 0 ? 'nothing changed' : changeCounts(changes)}`;
}

/** Says what was recomputed. */
function renewalWords({ regeneration }: ShownCi): string {
  if (regeneration === null) return 'nothing could be renewed, because the ledger is damaged';
  return regenerationWords({ ...regeneration, stale: [] });
}

/** Says whether the ledger is intact. */
function validationWords({ validation: { ok, checked, faults } }: ShownCi): string {
  const things = `${checked} checked`;
  return ok
    ? `the ledger is intact, ${things}`
    : `${countOf(faults.length, 'fault')} in the ledger, ${things}`;
}

/** The most rows in a table, as hosts truncate long pages. */
const MOST_ROWS = 100;

/** Renders a check as Markdown, its verdict first. */
export function renderCiMarkdown(ci: ShownCi): string {
  const { changes, recomputed, stale, validation, ok } = ci;
  const blocks = [
    `## Penumbra: ${ok ? '✅' : '❌'} ${verdictWords(ci)}`,
    [scanWords(ci), renewalWords(ci), validationWords(ci)].map((text) => `- ${text}`).join('\n'),
    table(
      'Changed',
      ['', 'path'],
      changes.map((change) => [change.change, code(changeWords(change))]),
    ),
    table(
      'Recomputed',
      ['path', 'record', 'outcome'],
      recomputed.map(({ path, type, move }) => [
        code(path),
        code(type),
        move === 'cut-off' ? 'unchanged' : 'renewed',
      ]),
    ),
    table(
      'Stale',
      ['path', 'record', 'by', 'because'],
      stale.map(({ path, type, agent, stale: why }) => [
        code(path),
        code(type),
        code(agent),
        plain(staleWords(path, why)),
      ]),
    ),
    table(
      'Faults',
      ['object', 'fault'],
      validation.faults.map(({ object, fault }) => [code(object), plain(fault)]),
    ),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const rest = rows.length - MOST_ROWS;
  return [
    `### ${title}`,
    '',
    markdownTable(head, rows.slice(0, MOST_ROWS)),
    ...(rest > 0 ? ['', `and ${countOf(rest, 'further row')}`] : []),
  ].join('\n');
}
