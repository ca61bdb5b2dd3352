/** Regular expressions that match too much or too little. */
import type { SourceFile } from '../source-file.ts';
import { type Operator, replaced } from './operator.ts';

const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\])\w])\+/, '*'],
  [/(?<=[\])\w])\*/, '+'],
  [/^\^/, ''],
  [/\$$/, ''],
  [/\\d/, '[1-9]'],
  [/\\w/, '[a-z]'],
  [/\\s/, ' '],
  [/a-z/, 'a-y'],
  [/A-Z/, 'A-Y'],
  [/0-9/, '1-9'],
  [/\\\./, '.'],
  [/(?<=[\])])\?/, ''],
  [/\{(\d+),/, '{1$1,'],
  [/\{(\d)\}/, '{1$1}'],
  [/\(\?:([^()|]+)\|/, '(?:'],
];

const COMPILED =
  /(?:re\.(?:compile|match|sub|search|split|findall|fullmatch)\(\s*r?|Compile\(|Pattern\.compile\(|\.matches\(|replaceAll\()$/;

/** A part of a regular expression that was changed, and flags that got lost. */
export const changedPattern: Operator = {
  name: 'changed-pattern',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    for (const { start, end } of patternLiterals(source)) {
      const text = source.text.slice(start, end);
      if (text.length > 600) continue;
      for (const [part, by] of CHANGES) {
        const changed = text.replace(part, by);
        if (changed !== text) yield replaced(start, end, changed);
      }
      const flags = /^\/([gimsuy]+)/.exec(source.text.slice(end, end + 8))?.[1];
      if (flags?.includes('i')) yield replaced(end + 1, end + 1 + flags.length, flags.replace('i', ''));
      if (flags?.includes('g')) yield replaced(end + 1, end + 1 + flags.length, flags.replace('g', ''));
    }
  },
};

function* patternLiterals(source: SourceFile) {
  for (const literal of source.literals) {
    const before = source.text.slice(
      Math.max(0, literal.start - literal.quote.length - 40),
      literal.start - literal.quote.length,
    );
    if (literal.kind === 'pattern' || COMPILED.test(before)) yield literal;
  }
}
