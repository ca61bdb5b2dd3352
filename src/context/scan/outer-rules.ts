/** The ignore rules that hold at the root of the workspace from outside it. */
import type { ByteText } from './byte-text.ts';
import { addRules, type IgnoreRules, NO_RULES } from './ignore-rules.ts';
import type { Repository } from './repository.ts';

/**
 * Returns the rules of the repository around the root. Where they ignore the root itself they are left aside: whoever
 * opens a workspace in an ignored directory wants what is in it.
 */
export function outerRules(repository: Repository | undefined): IgnoreRules {
  if (!repository) return NO_RULES;
  let rules = NO_RULES;
  for (const file of repository.outerRules()) {
    if (isIgnored(rules, file.base)) return NO_RULES;
    rules = addRules(rules, file);
  }
  return isIgnored(rules, repository.prefix) ? NO_RULES : rules;
}

function isIgnored(rules: IgnoreRules, directory: ByteText): boolean {
  return directory !== '' && rules.ignores(directory.slice(0, -1) as ByteText, true);
}
