/** Brings the text of a policy that a person named: one that ships, a file, or standard input. */

import { readTextSource, type TextSource } from '../../../engine/index.ts';
import { loadPolicy, type Policy, shippedPolicies } from '../../../guard/index.ts';
import { didYouMean } from '../../../kernel/index.ts';

const POLICY_BYTES = 1024 * 1024;

/** Reads a policy's text. */
export async function readPolicySource(name: string): Promise<TextSource> {
  const shipped = Object.hasOwn(shippedPolicies, name)
    ? shippedPolicies[name as keyof typeof shippedPolicies]
    : null;
  if (shipped !== null) return { source: name, text: shipped };
  const known = Object.keys(shippedPolicies);
  const hint = `name a policy file, - for standard input, or a policy that ships: ${known.join(', ')}`;
  return readTextSource(name, { maxBytes: POLICY_BYTES, hint, suggestion: didYouMean(name, known) });
}

/** Loads a policy, or throws at its first error. */
export async function openPolicy(
  name: string,
): Promise<{ readonly source: string; readonly policy: Policy }> {
  const { source, text } = await readPolicySource(name);
  return { source, policy: loadPolicy(text, { source }) };
}
