/** Recorded requests decided again: what would be answered otherwise, with an example of each kind, and how many. */
import { foldList } from '../cut-text.ts';
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import { effectMarks, hangingLines, paintEffect, placeText } from './policy-words.ts';
import type { PolicyReplayDocument, ShownEffect, ShownReplay } from './shown-policy.ts';

const effects: readonly ShownEffect[] = ['wider', 'other', 'narrower'];
const MOST_PATHS = 3;

/** Renders a replay; requests of one kind that change alike are told together. */
export function renderPolicyReplay(document: PolicyReplayDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { colors, width } = layout;
  const { policy, corpus, counts, skipped, changes } = document;
  const title = `${countOf(counts.decided, 'request')} of ${visibleLine(corpus)}, decided again by ${visibleLine(policy.source)} ${policy.hash.slice(0, 12)}`;
  const notes = [
    ...(counts.decided === 0 ? ['there was nothing on record to decide again'] : []),
    ...(counts.unrecorded === 0 ? [] : [`${counts.unrecorded} had no code to compare with`]),
    ...(skipped.beforeGate === 0 ? [] : [`${countOf(skipped.beforeGate, 'call')} had not come to the gate`]),
    ...(skipped.notWhole === 0 ? [] : [`${countOf(skipped.notWhole, 'call')} had not been kept whole`]),
  ];
  const lines = [
    ...wrapText(title, width).map(colors.dim),
    ...groupsOf(changes).flatMap((some) => groupLines(some, layout)),
    ...(changes.length === 0 ? [] : ['']),
    `${counts.wider} wider, ${counts.narrower} narrower, ${counts.other} other, ${counts.same} as before`,
    ...notes.flatMap((note) => wrapText(note, width)).map(colors.dim),
  ];
  return `${lines.join('\n')}\n`;
}

function groupsOf(changes: readonly ShownReplay[]): readonly (readonly ShownReplay[])[] {
  const alike = Map.groupBy(changes, ({ mode, root, subdirectory, tool, command, was, wouldBe, ...rest }) =>
    JSON.stringify([mode, root, subdirectory, tool, command, was, wouldBe, rest.failedConditions]),
  );
  const rank = ([first]: readonly ShownReplay[]) => effects.indexOf(first?.effect ?? 'other');
  return [...alike.values()].toSorted((left, right) => rank(left) - rank(right));
}

function groupLines(
  some: readonly ShownReplay[],
  { colors, width }: Required<TerminalLayout>,
): readonly string[] {
  const [first] = some as readonly [ShownReplay];
  const { effect, was, wouldBe, failedConditions } = first;
  const times = some.length === 1 ? '' : ` (${some.length} times)`;
  const what = `${visibleLine(first.mode)} ${placeText(first)}: ${visibleLine(`${first.tool} ${first.command}`)}${times}`;
  const failed =
    failedConditions.length === 0 ? '' : `, as ${failedConditions.map(visibleLine).join(', ')} failed`;
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

function exampleWords({ recordedAt, paths }: ShownReplay, count: number): string {
  const named = paths.filter((path) => path !== '').map(visibleLine);
  const about = named.length === 0 ? '' : `: ${foldList(named, MOST_PATHS)}`;
  return `${count === 1 ? '' : 'first '}${visibleLine(recordedAt)}${about}`;
}
