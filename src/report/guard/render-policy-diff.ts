/** What a second policy decides otherwise than a first, place by place; what is wider stands out. */
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import {
  answerWords,
  commandWords,
  effectMarks,
  hangingLines,
  paintEffect,
  placeText,
} from './policy-words.ts';
import type { PolicyDiffDocument, ShownEffect, ShownPolicyChange } from './shown-policy.ts';

type DiffLine = { readonly effect: ShownEffect; readonly text: string };

const LEGEND = '! wider: shows or grants more   - narrower: less   ~ other: exchanged';
const effects: readonly ShownEffect[] = ['wider', 'other', 'narrower'];

/** Renders a difference, every change of it; places that change alike are told together. */
export function renderPolicyDiff(document: PolicyDiffDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { colors, width } = layout;
  const { from, to, changes, settings, counts } = document;
  const title = [from, to]
    .map(({ source, hash }) => `${visibleLine(source)} ${hash.slice(0, 12)}`)
    .join(' → ');
  const settingLines = settings.map(({ setting, effect, ...sides }) => ({
    effect,
    text: `${visibleLine(setting)}: ${visibleLine(sides.from ?? 'not given')} → ${visibleLine(sides.to ?? 'not given')}`,
  }));
  const hasChanges = changes.length + settings.length > 0;
  const lines = [
    ...wrapText(title, width).map(colors.dim),
    ...groupsOf(changes).flatMap(([places, some]) => blockLines(places, some, layout)),
    ...(settings.length === 0 ? [] : blockLines('settings', settingLines, layout)),
    ...(hasChanges ? ['', ...wrapText(LEGEND, width).map(colors.dim)] : []),
    ...(hasChanges ? [] : ['the two decide alike']),
    `${counts.wider} wider, ${counts.narrower} narrower, ${counts.other} other`,
  ];
  return `${lines.join('\n')}\n`;
}

function blockLines(
  heading: string,
  lines: readonly DiffLine[],
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  return [
    '',
    ...wrapText(heading, width).map(colors.bold),
    ...lines.flatMap(({ effect, text }) =>
      hangingLines(
        { label: `  ${effectMarks[effect]} `, text },
        { width, paint: (line) => paintEffect(line, effect, colors) },
      ),
    ),
  ];
}

/** Groups places by what changes there. */
function groupsOf(
  changes: readonly ShownPolicyChange[],
): readonly (readonly [places: string, lines: readonly DiffLine[]])[] {
  const byPlace = Map.groupBy(changes, (change) => `${visibleLine(change.mode)} ${placeText(change)}`);
  const blocks = [...byPlace].map(([place, some]) => ({ place, lines: linesAt(some) }));
  const alike = Map.groupBy(blocks, ({ lines }) => JSON.stringify(lines));
  return [...alike.values()].map((some) => [some.map(({ place }) => place).join(', '), some[0]?.lines ?? []]);
}

/** Writes the changes of one place, what is wider first, commands that change alike in one line. */
function linesAt(changes: readonly ShownPolicyChange[]): readonly DiffLine[] {
  const alike = Map.groupBy(changes, ({ tool, from, to, fromReach, toReach }) =>
    JSON.stringify([tool === null, from, to, fromReach, toReach]),
  );
  const lines = [...alike.values()].map((some) => {
    const [first] = some as [ShownPolicyChange];
    const what = first.tool === null ? 'seen' : commandWords(some.map(pairOf));
    const answers = `${answerWords(first.from)} → ${answerWords(first.to)}`;
    return { effect: first.effect, text: `${what}: ${answers}${reachWords(first)}` };
  });
  return lines.toSorted((left, right) => effects.indexOf(left.effect) - effects.indexOf(right.effect));
}

function pairOf({ tool, command }: ShownPolicyChange): { readonly tool: string; readonly command: string } {
  return { tool: tool ?? '', command: command ?? '' };
}

function reachWords({ fromReach, toReach }: ShownPolicyChange): string {
  return fromReach === null || toReach === null || fromReach === toReach
    ? ''
    : ` (${fromReach} → ${toReach})`;
}
