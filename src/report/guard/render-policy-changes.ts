/** Renders the differences between two policies, and recorded requests that are answered differently. */
import type { PolicyChange, PolicyEffect, PolicySettingChange } from '../../guard/index.ts';
import { foldList, wrapText } from '../text/fit-text.ts';
import { countOf } from '../text/quantity.ts';
import { layoutOf, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { PolicyPlace } from './policy-words.ts';
import {
  answerWords,
  commandWords,
  effectMarks,
  hangingLines,
  paintEffect,
  placeText,
} from './policy-words.ts';

type PolicyName = { readonly source: string; readonly policy: string; readonly hash: string };

/** What `policy diff` prints. */
export type PolicyDiffDocument = {
  readonly from: PolicyName;
  readonly to: PolicyName;
  readonly counts: Readonly<Record<PolicyEffect, number>>;
  readonly changes: readonly PolicyChange[];
  readonly settings: readonly PolicySettingChange[];
};

/** A recorded request that is answered differently by another policy. */
export type ReplayedChange = PolicyPlace & {
  /** Where it was recorded, for instance `line 3`. */
  readonly recordedAt: string;
  readonly tool: string;
  readonly command: string;
  readonly paths: readonly string[];
  readonly was: string;
  readonly wouldBe: string;
  readonly failedConditions: readonly string[];
  /** `other` if it is still granted or denied, but with another code. */
  readonly effect: PolicyEffect;
};

/** What `policy replay` prints. */
export type PolicyReplayDocument = {
  readonly policy: PolicyName;
  readonly corpus: string;
  /** The number of requests decided again, by comparison; `unrecorded` ones had no code to compare with. */
  readonly counts: Readonly<Record<'decided' | 'same' | 'unrecorded' | PolicyEffect, number>>;
  /** The number of calls that cannot be replayed, because they never reached the gate or were truncated. */
  readonly skipped: { readonly beforeGate: number; readonly notWhole: number };
  readonly changes: readonly ReplayedChange[];
};

type DiffLine = { readonly effect: PolicyEffect; readonly text: string };

const LEGEND = '! wider: shows or grants more   - narrower: less   ~ other: swapped';
const effects: readonly PolicyEffect[] = ['wider', 'other', 'narrower'];

/** Renders every change; places with the same changes are grouped. */
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
    ...(hasChanges ? [] : ['both decide the same']),
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

/** Groups places with equal changes. */
function groupsOf(
  changes: readonly PolicyChange[],
): readonly (readonly [places: string, lines: readonly DiffLine[]])[] {
  const byPlace = Map.groupBy(changes, (change) => `${visibleLine(change.mode)} ${placeText(change)}`);
  const blocks = [...byPlace].map(([place, some]) => ({ place, lines: linesAt(some) }));
  const alike = Map.groupBy(blocks, ({ lines }) => JSON.stringify(lines));
  return [...alike.values()].map((some) => [some.map(({ place }) => place).join(', '), some[0]?.lines ?? []]);
}

/** Formats the changes of one place, wider ones first, grouping commands with equal changes. */
function linesAt(changes: readonly PolicyChange[]): readonly DiffLine[] {
  const alike = Map.groupBy(changes, ({ tool, from, to, fromReach, toReach }) =>
    JSON.stringify([tool === null, from, to, fromReach, toReach]),
  );
  const lines = [...alike.values()].map((some) => {
    const [first] = some as [PolicyChange];
    const what = first.tool === null ? 'seen' : commandWords(some.map(pairOf));
    const answers = `${answerWords(first.from)} → ${answerWords(first.to)}`;
    return { effect: first.effect, text: `${what}: ${answers}${reachWords(first)}` };
  });
  return lines.toSorted((left, right) => effects.indexOf(left.effect) - effects.indexOf(right.effect));
}

function pairOf({ tool, command }: PolicyChange): { readonly tool: string; readonly command: string } {
  return { tool: tool ?? '', command: command ?? '' };
}

function reachWords({ fromReach, toReach }: PolicyChange): string {
  return fromReach === null || toReach === null || fromReach === toReach
    ? ''
    : ` (${fromReach} → ${toReach})`;
}

const MOST_PATHS = 3;

/** Renders a replay; requests of one kind with the same change are grouped. */
export function renderPolicyReplay(document: PolicyReplayDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { colors, width } = layout;
  const { policy, corpus, counts, skipped, changes } = document;
  const title = `${countOf(counts.decided, 'request')} of ${visibleLine(corpus)}, replayed against ${visibleLine(policy.source)} ${policy.hash.slice(0, 12)}`;
  const notes = [
    ...(counts.decided === 0 ? ['there was nothing on record to replay'] : []),
    ...(counts.unrecorded === 0 ? [] : [`${counts.unrecorded} had no code to compare with`]),
    ...(skipped.beforeGate === 0 ? [] : [`${countOf(skipped.beforeGate, 'call')} had not reached the gate`]),
    ...(skipped.notWhole === 0 ? [] : [`${countOf(skipped.notWhole, 'call')} had not been recorded in full`]),
  ];
  const lines = [
    ...wrapText(title, width).map(colors.dim),
    ...replayGroups(changes).flatMap((some) => replayLines(some, layout)),
    ...(changes.length === 0 ? [] : ['']),
    `${counts.wider} wider, ${counts.narrower} narrower, ${counts.other} other, ${counts.same} as before`,
    ...notes.flatMap((note) => wrapText(note, width)).map(colors.dim),
  ];
  return `${lines.join('\n')}\n`;
}

function replayGroups(changes: readonly ReplayedChange[]): readonly (readonly ReplayedChange[])[] {
  const alike = Map.groupBy(changes, ({ mode, root, subdirectory, tool, command, was, wouldBe, ...rest }) =>
    JSON.stringify([mode, root, subdirectory, tool, command, was, wouldBe, rest.failedConditions]),
  );
  const rank = ([first]: readonly ReplayedChange[]) => effects.indexOf(first?.effect ?? 'other');
  return [...alike.values()].toSorted((left, right) => rank(left) - rank(right));
}

function replayLines(
  some: readonly ReplayedChange[],
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const [first] = some as readonly [ReplayedChange];
  const { effect, was, wouldBe, failedConditions } = first;
  const times = some.length === 1 ? '' : ` (${some.length} times)`;
  const what = `${visibleLine(first.mode)} ${placeText(first)}: ${visibleLine(`${first.tool} ${first.command}`)}${times}`;
  const failed =
    failedConditions.length === 0 ? '' : `, because ${failedConditions.map(visibleLine).join(', ')} failed`;
  return [
    '',
    ...hangingLines({ label: `${effectMarks[effect]} `, text: what }, { width, paint: colors.bold }),
    ...hangingLines(
      { label: '  ', text: `was ${visibleLine(was)}, would be ${visibleLine(wouldBe)}${failed}` },
      { width, paint: (line) => paintEffect(line, effect, colors) },
    ),
    ...hangingLines({ label: '  ', text: exampleWords(first, some.length) }, { width, paint: colors.dim }),
  ];
}

function exampleWords({ recordedAt, paths }: ReplayedChange, count: number): string {
  const named = paths.filter((path) => path !== '').map(visibleLine);
  const about = named.length === 0 ? '' : `: ${foldList(named, MOST_PATHS)}`;
  return `${count === 1 ? '' : 'first '}${visibleLine(recordedAt)}${about}`;
}
