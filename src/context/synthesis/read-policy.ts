/** Reads what a person types as a policy: its name, or JSON where it has settings. */
import { type CanonicalValue, canonicalText, cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import type { CustomPolicies } from './custom-policies.ts';
import { parsePolicy } from './recipe.ts';
import {
  BUILT_IN_VERSION,
  builtInPolicies,
  type SynthesisPolicy,
  synthesisLimits,
} from './synthesis-policy.ts';

/**
 * Reads a policy, or throws `usage`; a version that is left out is the one that is known.
 *
 * @example
 * readPolicy('concatenation', { custom })
 * readPolicy('{"policy": "summarisation", "maxLines": 3}', { custom })
 */
export function readPolicy(text: string, { custom }: { readonly custom: CustomPolicies }): SynthesisPolicy {
  if (text.length > synthesisLimits.typedLength)
    throw usage(`the policy is longer than ${synthesisLimits.typedLength} characters`, EXAMPLE);
  const typed = text.trim();
  const value = typed.startsWith('{') ? readJson(typed) : { policy: typed };
  const versions = new Map<unknown, number>([
    ...builtInPolicies.map((name) => [name, BUILT_IN_VERSION] as const),
    ...[...custom].map(([name, { version }]) => [name, version] as const),
  ]);
  const version = versions.get(value.policy);
  if (version === undefined) throw unknownPolicy(value.policy, [...versions.keys()].map(String));
  return parsePolicy(canonical({ version, ...value }));
}

const EXAMPLE = 'for instance `concatenation`, or `{"policy": "summarisation", "maxLines": 3}`';

function readJson(typed: string): { readonly [key: string]: unknown } {
  try {
    return JSON.parse(typed);
  } catch {
    throw usage(`${cite(typed)} is not JSON`, EXAMPLE);
  }
}

function canonical(value: object): CanonicalValue {
  try {
    canonicalText(value);
  } catch (error) {
    if (error instanceof PenumbraError) throw usage(`the policy has ${error.message}`, 'use whole numbers');
    throw error;
  }
  return value as CanonicalValue;
}

function unknownPolicy(given: unknown, known: readonly string[]): PenumbraError {
  if (typeof given !== 'string') return usage('the policy has no name under `policy`', EXAMPLE);
  return usage(`unknown policy ${cite(given)}${didYouMean(given, known)}`, `policies: ${known.join(', ')}`);
}

function usage(message: string, hint: string): PenumbraError {
  return new PenumbraError('usage', message, { hint });
}
