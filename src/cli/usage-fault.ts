/** Turns what the argument parser says into the form of every other fault. */
import { cite } from '../kernel/index.ts';

const SEE_HELP = 'see penumbra --help';

/** Reads the parser's words; what the user wrote is cited, however long it is. */
export function readUsageFault(text: string): { readonly message: string; readonly hint: string } {
  const [, problem = '', suggestions] =
    /^(?:error: )?(.*?)(?:\n\(Did you mean (?:one of )?([^\n]*)\?\))?\s*$/s.exec(text) ?? [];
  return {
    message: citeQuoted(problem),
    hint:
      suggestions === undefined
        ? SEE_HELP
        : `did you mean ${suggestions.split(', ').map(cite).join(' or ')}?`,
  };
}

function citeQuoted(problem: string): string {
  const [, what, name] = /^(unknown (?:command|option)) '(.*)'$/s.exec(problem) ?? [];
  if (name !== undefined) return `${what} ${cite(name)}`;
  // Of arguments that are too many the parser lists all.
  const [words = ''] = problem.split(/(?<=but got \d+): /, 1);
  return words
    .replace(/'([^']*)'/g, (_, quoted: string) => cite(quoted))
    .replace('. Expected', ', expected')
    .replace(/\.$/, '');
}
