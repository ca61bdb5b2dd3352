// The policies that ship, and one that can meet every code; as texts and loaded.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPolicy } from '../../src/guard/index.ts';

function textOf(...path: string[]): string {
  return readFileSync(join(import.meta.dirname, '../..', ...path), 'utf8');
}

/** Texts of policies by the name of their golden table. */
export const policyTexts = {
  investigate: textOf('policies/investigate.yaml'),
  modding: textOf('examples/modding/policy.yaml'),
  'every-code': textOf('test/guard/every-code.yaml'),
} as const;

/** Policies by the name of their golden table. */
export const policies = {
  investigate: loadPolicy(policyTexts.investigate),
  modding: loadPolicy(policyTexts.modding),
  'every-code': loadPolicy(policyTexts['every-code']),
} as const;
