/** What is wrong with a definition, where, and how to mend it: the one form in which loader and lint speak. */

import { didYouMean } from '../../kernel/index.ts';
import type { TextPlace } from '../../kernel/yaml.ts';

/** The rules a definition can break; the first group keeps it from loading, the second lint alone reports. */
export const lintRules = [
  'yaml',
  'unknown-key',
  'wrong-value',
  'missing',
  'duplicate',
  'unknown-name',
  'extension',
  'expression',
  'unconditional-not-last',
  'unbound-edge',
  'unreachable-done',
  'orphan-node',
  'dead-edge',
  'shadowed-edge',
  'not-total',
  'cannot-prove',
  'unbounded-loop',
  'unbounded-cycle',
  'type-check',
  'absent-confidence',
  'mask-not-valid',
] as const;

/** The name of a rule. */
export type LintRule = (typeof lintRules)[number];

/** One fault of a definition. */
export type PipelineFinding = TextPlace & {
  readonly rule: LintRule;
  readonly message: string;
  readonly remedy: string;
};

/** Makes a finding at a place. */
export function finding(at: TextPlace, rule: LintRule, message: string, remedy: string): PipelineFinding {
  return { rule, line: at.line, column: at.column, message, remedy };
}

/** Returns ` (did you mean …?)` for a name, or nothing. */
export type SuggestName = (name: string, known: Iterable<string>) => string;

/** How many names get a suggestion: each is compared with every known one. */
const MAX_SUGGESTIONS = 10;

/** Makes a way to suggest names that stops after a few. */
export function suggestNames(): SuggestName {
  let left = MAX_SUGGESTIONS;
  return (name, known) => (left-- > 0 ? didYouMean(name, known) : '');
}
