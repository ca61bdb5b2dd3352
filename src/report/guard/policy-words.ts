/** The wording for policy decisions: places, commands, conditions and effects. */
import type { PolicyEffect, PolicyTableRow, RowAnswer } from '../../guard/index.ts';
import { wrapText } from '../text/fit-text.ts';
import type { ReportColors } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';

/** A mode and a place in it; a null subdirectory means all that are not listed. */
export type PolicyPlace = Pick<PolicyTableRow, 'mode' | 'root' | 'subdirectory'>;

const conditionWords: Readonly<Record<string, string>> = {
  has_contract: 'a contract is open in the session',
  contract_covers: 'the open contract covers the operation on every path it touches',
  path_in_registry: 'every path lies in an entry of the registry',
  entry_in_registry: 'the address names an entry of the registry',
  exec_allowed:
    'the command line matches a rule of the policy, runs a script that a person approved by signature, or is the operator’s own',
  command_whitelisted: 'the command line matches a rule of the policy',
  exec_signed: 'it runs a script that a person approved by signature',
  person_approves: 'a person approved exactly this call by signature, once',
};

const argumentWords: Readonly<Record<string, (argument: string) => string>> = {
  mask_worn: (mask) => `the agent wears the mask ${mask}`,
  role_is: (roles) => `the agent’s role is ${roles.split('|').join(' or ')}`,
};

/** Describes what a condition requires; a custom condition is only named. */
export function describeCondition(condition: string): string {
  const [, name = condition, argument] = /^([^(]*)\((.*)\)$/s.exec(condition) ?? [];
  const words =
    argument === undefined
      ? Object.hasOwn(conditionWords, name) && conditionWords[name]
      : Object.hasOwn(argumentWords, name) && argumentWords[name]?.(argument);
  return visibleLine(words || 'a custom condition');
}

/** Describes when something is granted, for instance `if has_contract and contract_covers`. */
export function answerWords(answer: RowAnswer): string {
  return typeof answer === 'string' ? answer : `if ${answer.map(visibleLine).join(' and ')}`;
}

/** Writes a root, or a place in it. */
export function placeText({ root, subdirectory }: Omit<PolicyPlace, 'mode'>): string {
  return visibleLine(subdirectory === null ? root : `${root}/${subdirectory}`);
}

/** Lists commands by their tools, for instance `file read, list; dir cd`. */
export function commandWords(pairs: readonly { readonly tool: string; readonly command: string }[]): string {
  const byTool = Map.groupBy(pairs, ({ tool }) => tool);
  return [...byTool]
    .map(([tool, some]) => visibleLine(`${tool} ${some.map(({ command }) => command).join(', ')}`))
    .join('; ');
}

/** Marks the effect of a change; wider permissions need the closest look. */
export const effectMarks: Readonly<Record<PolicyEffect, string>> = { wider: '!', narrower: '-', other: '~' };

/** Paints a text in the colour of an effect. */
export function paintEffect(text: string, effect: PolicyEffect, colors: ReportColors): string {
  if (effect === 'wider') return colors.red(text);
  return effect === 'narrower' ? colors.green(text) : colors.yellow(text);
}

/** Lays out text after a label with a hanging indent. */
export function hangingLines(
  { label, text }: { readonly label: string; readonly text: string },
  { width, paint = (line) => line }: { readonly width: number; readonly paint?: (line: string) => string },
): readonly string[] {
  const lines = wrapText(text, Math.max(20, width - label.length));
  return lines.map((line, index) =>
    `${index === 0 ? label : ' '.repeat(label.length)}${paint(line)}`.trimEnd(),
  );
}
