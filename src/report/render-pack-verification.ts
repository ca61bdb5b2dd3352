/** Whether the packs of a run can be compiled again to the byte, on a terminal: every difference, then the verdict. */
import { countOf } from './quantity.ts';
import { layoutOf, type TerminalLayout } from './report-colors.ts';
import { shortName } from './short-name.ts';
import type { PackDifference, PackVerificationDocument } from './shown-packs.ts';
import { visibleProse } from './visible-text.ts';
import { wrapText } from './wrap-text.ts';

const LABEL = 'differs  ';

/** Renders what verification found. */
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
    ? `${packs} compiled again from the ledger, every byte the same`
    : `${different} of ${packs} did not come out the same`;
}

function uncheckedWords(unchecked: number): string {
  return unchecked === 1
    ? '1 pack was made before packs could be compiled again, and was not checked'
    : `${unchecked} packs were made before packs could be compiled again, and were not checked`;
}
