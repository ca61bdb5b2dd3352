/** What a policy says about running programs, in lines: where, how confined, and which command lines. */
import { labelledLines } from '../labelled-lines.ts';
import type { TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { placeText } from './policy-words.ts';
import type { ShownExec, ShownTokenRule } from './shown-policy.ts';

const sandboxWords: Readonly<Record<string, string>> = {
  required: 'required: without one nothing runs',
  preferred: 'preferred: where the machine has one',
  off: 'off',
};

/** Lays the section out. */
export function policyExecLines(exec: ShownExec, layout: Required<TerminalLayout>): readonly string[] {
  const list = (names: readonly string[]) => names.map(visibleLine).join(', ') || 'nothing';
  const rules = exec.rules.map((rule) => `${visibleLine(rule.name)}: ${ruleWords(rule)}${ruleCode(rule)}`);
  const bounds = `${exec.timeoutMs / 1000} seconds, ${exec.outputBytes} bytes of output`;
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['scripts in', [placeText(exec.scratch)]],
    ['sandbox', [sandboxWords[exec.sandbox] ?? visibleLine(exec.sandbox)]],
    ['sees also', [list(exec.sees)]],
    ['passes on', [list(exec.environment)]],
    ['at most', [bounds]],
    ['rules', rules.length === 0 ? ['none: only what a person approved, or the operator’s own'] : rules],
  ];
  return [
    layout.colors.bold('running programs'),
    ...lines.flatMap(([label, text]) => labelledLines(label, text, layout)),
  ];
}

/** Writes a rule as one writes the use of a program, for instance `git status [--short] [PATH, up to 5]`. */
function ruleWords({ program, fixed, flags, operands }: ShownTokenRule): string {
  const words = [
    program,
    ...fixed,
    ...flags.map(({ flag, takes }) => `[${flag}${takes === null ? '' : ` ${takes.toUpperCase()}`}]`),
    ...(operands === null ? [] : [`[${operands.kind.toUpperCase()}, up to ${operands.most}]`]),
  ];
  return visibleLine(words.join(' '));
}

/** Says from where the program of a rule loads code. */
function ruleCode({ loadsCodeFrom }: ShownTokenRule): string {
  return loadsCodeFrom.length === 0
    ? ''
    : `; only in ${loadsCodeFrom.map(placeText).join(', ')}, with its code`;
}
