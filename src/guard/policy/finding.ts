/** Findings about a policy: what is wrong, where, and how to fix it. Used by the loader and by lint. */
import type { TextPlace } from '../../kernel/yaml.ts';

/** The rules a policy can break. An error prevents loading; a warning can be accepted with a reason. */
export const policyRules = {
  yaml: 'error',
  'duplicate-key': 'error',
  'unknown-field': 'error',
  'wrong-value': 'error',
  missing: 'error',
  'repeated-name': 'error',
  'unknown-mode': 'error',
  'unknown-root': 'error',
  'unknown-tool': 'error',
  'unknown-command': 'error',
  'unknown-set': 'error',
  'unknown-condition': 'error',
  'pair-in-no-set': 'error',
  'pair-in-two-sets': 'error',
  'wrong-area': 'error',
  'condition-on-read': 'error',
  'exec-without-condition': 'error',
  'unsafe-rule': 'error',
  'secret-in-environment': 'error',
  'withheld-name': 'error',
  'visible-unreadable': 'warning',
  'unreachable-row': 'warning',
  'exec-without-section': 'warning',
  'unknown-program': 'warning',
  'open-words': 'warning',
  'agent-written-code': 'warning',
  'unprotected-root': 'warning',
  'unbounded-contracts': 'warning',
  'unused-accept': 'warning',
} as const;

/** The name of a rule. */
export type PolicyRule = keyof typeof policyRules;

/** One fault of a policy. */
export type PolicyFinding = TextPlace & {
  readonly rule: PolicyRule;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy: string;
};
