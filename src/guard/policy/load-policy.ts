/** Loads a policy from its text: compiled once, frozen, known by its hash; or refused at the first error's place. */
import { PenumbraError } from '../../kernel/index.ts';
import { type PolicyOptions, readPolicy } from './lint-policy.ts';
import type { Policy } from './policy.ts';

/** Loads a policy; `source` names the text in errors. */
export function loadPolicy(
  text: string,
  { source = 'policy.yaml', ...options }: PolicyOptions & { readonly source?: string } = {},
): Policy {
  const { policy, findings } = readPolicy(text, options);
  if (policy) return policy;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const where = `${source}:${first?.line}:${first?.column}`;
  throw new PenumbraError('invalid-configuration', `${where}: ${first?.message}`, {
    data: { source, line: first?.line, column: first?.column, rule: first?.rule, findings: errors },
    ...(first && { hint: first.remedy }),
  });
}
