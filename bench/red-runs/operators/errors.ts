/** Errors that are swallowed, are of the wrong type, or say the wrong thing. */
import { linesOf } from '../source-file.ts';
import { codeMatches, type Operator, replaced } from './operator.ts';

const OTHER_TYPE: Record<string, string> = {
  TypeError: 'RangeError',
  RangeError: 'TypeError',
  Error: 'TypeError',
  ValueError: 'RuntimeError',
  KeyError: 'ValueError',
  AttributeError: 'KeyError',
  IllegalArgumentException: 'IllegalStateException',
  IllegalStateException: 'IllegalArgumentException',
  NullPointerException: 'IllegalArgumentException',
  IndexOutOfBoundsException: 'IllegalArgumentException',
};

/** Error handling that no longer does what callers expect. */
export const brokenErrorHandling: Operator = {
  name: 'broken-error-handling',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    for (const { start, end, text } of codeMatches(source, /(?:throw new|raise|except) (\w+)\b/)) {
      const other = OTHER_TYPE[text];
      if (other !== undefined) yield replaced(start, end, other);
    }
    if (source.language === 'go') {
      for (const { start, end } of codeMatches(source, /^\s+return(?: [^\n]*,)? (err)$/m))
        yield replaced(start, end, 'nil');
      return;
    }
    for (const line of linesOf(source)) {
      const thrown = /^(\s*)(throw |raise )[^\n]*\)(;?)$/.exec(line.masked);
      if (
        thrown === null ||
        source.language === 'java' ||
        line.masked.split('(').length !== line.masked.split(')').length
      )
        continue;
      const [, indent = '', , semicolon = ''] = thrown;
      const nothing = source.language === 'python' ? 'return None' : `return null${semicolon}`;
      yield replaced(line.start, line.start + line.text.length, `${indent}${nothing}`);
    }
    yield* caughtSites(source);
  },
};

function* caughtSites(source: Parameters<Operator['sites']>[0]) {
  const lines = linesOf(source);
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next === undefined || !/\bcatch\b.*\{$|^\s*except\b.*:$/.test(line.masked)) continue;
    const indent = next.text.slice(0, next.indent);
    if (!/^\s*(?:return|throw|raise|\w+ = |\w+\().*[;)\w\]}]$/.test(next.masked)) continue;
    if (source.language === 'python')
      yield replaced(next.start, next.start + next.text.length, `${indent}pass`);
    else if (next.masked.trimEnd().endsWith(';') && source.language !== 'java')
      yield replaced(next.start, next.next, '');
  }
}
