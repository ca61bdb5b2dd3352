/** A check of a workspace on a terminal or in the log of a build. */
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import { changeLines } from './describe-changes.ts';
import { renewalWords, scanWords, validationWords, verdictWords } from './describe-ci.ts';
import type { ShownCi } from './shown-ci.ts';
import { staleLines } from './stale-lines.ts';

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
