/**
 * Offline views of a policy: its faults, its decisions, and how its decisions differ from another policy's.
 */

import { readTextSource, type TextSource } from '../../engine/index.ts';
import {
  diffPolicies,
  diffPolicySettings,
  lintPolicy,
  loadPolicy,
  type Policy,
  policyTable,
  shippedPolicies,
} from '../../guard/index.ts';
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import type { PolicyDiffDocument, PolicyLintDocument, PolicyTableDocument } from '../../report/index.ts';

/** Which part of a policy to show. */
type PolicyPart = { readonly mode?: string; readonly root?: string };

/** Lists the findings about policies; warnings count as failures only in strict mode. */
export async function lintPolicies(
  names: readonly string[],
  { isStrict }: { readonly isStrict: boolean },
): Promise<PolicyLintDocument> {
  const files: string[] = [];
  const findings: PolicyLintDocument['findings'][number][] = [];
  for (const name of new Set(names)) {
    const { source: file, text } = await readPolicySource(name);
    const lines = text.split(/\r\n|\n|\r/);
    files.push(file);
    for (const finding of lintPolicy(text))
      findings.push({ file, ...finding, source: lines[finding.line - 1] ?? '' });
  }
  const ok = findings.every(({ severity }) => severity === 'warning' && !isStrict);
  return { ok, files, findings };
}

/** Shows every decision of a policy, or those of one mode or root. */
export async function showPolicy(name: string, { mode, root }: PolicyPart): Promise<PolicyTableDocument> {
  const { policy } = await openPolicy(name);
  const { hash, registry, exec, contracts } = policy;
  const modes = only('mode', mode, policy.modes, (each) => each);
  const roots = only('root', root, policy.roots, ({ key }) => key);
  const rows = policyTable(policy).filter(
    (row) => modes.includes(row.mode) && roots.some(({ key }) => key === row.root),
  );
  return { policy: policy.name, hash, registry, modes, roots, rows, exec, contracts };
}

/** Shows how the decisions of two policies differ. */
export async function comparePolicies(names: {
  readonly from: string;
  readonly to: string;
}): Promise<PolicyDiffDocument> {
  const [from, to] = [await openPolicy(names.from), await openPolicy(names.to)];
  const changes = diffPolicies(from.policy, to.policy);
  const settings = diffPolicySettings(from.policy, to.policy);
  const countOf = (effect: string) =>
    [...changes, ...settings].filter((change) => change.effect === effect).length;
  return {
    from: policyNamed(from),
    to: policyNamed(to),
    counts: { wider: countOf('wider'), narrower: countOf('narrower'), other: countOf('other') },
    changes,
    settings,
  };
}

/** Describes a policy in a document. */
export function policyNamed({ source, policy }: { readonly source: string; readonly policy: Policy }): {
  readonly source: string;
  readonly policy: string;
  readonly hash: string;
} {
  return { source, policy: policy.name, hash: policy.hash };
}

function only<Item>(
  what: string,
  name: string | undefined,
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Item[] {
  if (name === undefined) return items;
  const found = items.filter((item) => nameOf(item) === name);
  if (found.length > 0) return found;
  const known = items.map(nameOf);
  const message = `${cite(name)} is not a ${what} of this policy${didYouMean(name, known)}`;
  throw new PenumbraError('usage', message, { hint: `use one of ${known.join(', ')}` });
}

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
