/** A problem in a definition, its location, and a remedy; shared by the loader and the linter. */

import { didYouMean } from '../../kernel/index.ts';
import type { TextPlace } from '../../kernel/yaml.ts';

/**
 * The rules a definition can break; those in the first group prevent loading, the others are only reported by
 * lint.
 */
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

export type LintRule = (typeof lintRules)[number];

/** One problem in a definition. */
export type PipelineFinding = TextPlace & {
  readonly rule: LintRule;
  readonly message: string;
  readonly remedy: string;
};

/** Makes a finding. */
export function finding(at: TextPlace, rule: LintRule, message: string, remedy: string): PipelineFinding {
  return { rule, line: at.line, column: at.column, message, remedy };
}

/** Returns ` (did you mean …?)` for a name, or an empty string. */
export type SuggestName = (name: string, known: Iterable<string>) => string;

/** The most suggestions, as each name is compared with all known ones. */
const MAX_SUGGESTIONS = 10;

/** Returns a suggestion function that stops after a few. */
export function suggestNames(): SuggestName {
  let left = MAX_SUGGESTIONS;
  return (name, known) => (left-- > 0 ? didYouMean(name, known) : '');
}
