/** Names that are no longer there: a property written another way, an export that is gone, a file that does not parse. */
import { linesOf } from '../source-file.ts';
import { codeMatches, type Operator, replaced } from './operator.ts';

/** A property that is read or written under another name than everywhere else. */
export const renamedProperty: Operator = {
  name: 'renamed-property',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    if (source.language === 'java' || source.language === 'go') return;
    const counts = new Map<string, number>();
    const pattern = /(?<=\b(?:this|self|options|opts|args|req|res|[a-z]\w*)\.)([a-z_]\w{3,})\b(?!\()/;
    const found = [...codeMatches(source, pattern)];
    for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const { start, end, text } of found) {
      if ((counts.get(text) ?? 0) > 1 && !/^(?:length|prototype|exports|exception|overload)$/.test(text)) {
        yield replaced(start, end, otherName(text));
      }
    }
  },
};

function otherName(name: string): string {
  if (name.startsWith('_')) return name.slice(1);
  if (/[a-z][A-Z]/.test(name))
    return name.replace(/([a-z])([A-Z])/, (_, low: string, up: string) => `${low}${up.toLowerCase()}`);
  if (name.includes('_')) return name.replace('_', '');
  return name.endsWith('s') ? name.slice(0, -1) : `${name}s`;
}

/** An export that is gone, so that those who import it fail. */
export const removedExport: Operator = {
  name: 'removed-export',
  kind: 'product_bug',
  targets: ['production'],
  breaksLoading: true,
  *sites(source) {
    if (source.language === 'java' || source.language === 'go') return;
    if (source.language === 'python') {
      for (const { start, end, text } of codeMatches(source, /^def ([a-z]\w+)\(/m))
        yield replaced(start, end, `_${text}`);
      return;
    }
    for (const line of linesOf(source)) {
      if (/^exports\.\w+ = \w+;?$/.test(line.masked)) yield replaced(line.start, line.next, '');
      if (/^export (?:async )?(?:function|const|class) /.test(line.masked))
        yield replaced(line.start, line.start + 7, '');
      if (/^export (?:\*|\{.*\}) from /.test(line.masked)) yield replaced(line.start, line.next, '');
    }
    for (const { start, end } of codeMatches(
      source,
      /(?:module\.exports =|export default|export) \{\n(?:[^}]*\n)??([ \t]+\w+,?\n)/,
    )) {
      yield replaced(start, end, '');
    }
    const listed = /(?:module\.exports = \{|export default \{|export \{)([^{}]*)\}/.exec(source.masked);
    for (const entry of listed?.[1]?.matchAll(/\n[ \t]+\w+,(?=\n)/g) ?? []) {
      const start = source.masked.indexOf(listed?.[1] ?? '') + entry.index;
      yield replaced(start, start + entry[0].length, '');
    }
  },
};

/** A file that does not parse any more. */
export const syntaxError: Operator = {
  name: 'syntax-error',
  kind: 'product_bug',
  targets: ['production'],
  breaksLoading: true,
  *sites(source) {
    // A build that fails writes no report.
    if (source.language === 'java' || source.language === 'go') return;
    const pattern =
      source.language === 'python'
        ? /^\s+(?:if|for|while|def) .*(:)$/m
        : /^\s+(?:if|for|while|return) ?.*(\))(?= ?[{;])/m;
    for (const { start, end } of codeMatches(source, pattern)) yield replaced(start, end, '');
  },
};
