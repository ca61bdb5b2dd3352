/** Tells in a few lines what a text file is: its language, its size, what it says about itself and what is in it. */

import { cutText } from './cut-text.ts';
import { jsonKeys, markdownHeadings, markdownParagraph, sectionNames, yamlKeys } from './document-keys.ts';
import { firstSentences, leadingComment } from './leading-comment.ts';
import type { SourceSymbol } from './source-symbol.ts';
import { syntaxLimits } from './syntax-limits.ts';

/** A text file, the symbols it has at its top where it was parsed, and what it is written in. */
export type DigestSource = {
  readonly text: string;
  readonly language: string;
  readonly symbols: readonly SourceSymbol[];
  /** Whether only the beginning of the file is in the text. */
  readonly isCut: boolean;
};

/** A line of a digest; one without words is left out. */
type Line = readonly [label: string, words: string];

/** Returns the digest of a text file. */
export function digestText(source: DigestSource): string {
  const lines = [...size(source), ...contentLines(source)].filter(([, words]) => words !== '');
  const digest = lines.map(([label, words]) => `${label}: ${words}\n`).join('');
  return cutText(digest, syntaxLimits.digestLength);
}

function size({ language, text, isCut }: DigestSource): readonly Line[] {
  const lines = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return [
    ['language', language],
    ['lines', isCut ? `over ${lines}` : String(lines)],
  ];
}

function contentLines({ language, text, symbols }: DigestSource): readonly Line[] {
  if (language === 'markdown') return markdownLines(text);
  if (language === 'json') return [['keys', listed(jsonKeys(text))]];
  if (language === 'yaml') return [about(text), ['keys', listed(yamlKeys(text))]];
  if (language === 'toml' || language === 'ini')
    return [about(text), ['sections', listed(sectionNames(text))]];
  const top = symbols.filter(({ depth }) => depth === 0);
  return [about(text), ['symbols', listed(top.map(({ kind, name }) => `${kind} ${name}`))]];
}

function markdownLines(text: string): readonly Line[] {
  const { title, headings } = markdownHeadings(text);
  return [
    ['title', cutText(oneLine(title), syntaxLimits.aboutLength)],
    ['about', firstSentences(markdownParagraph(text))],
    ['headings', listed(headings)],
  ];
}

function about(text: string): Line {
  return ['about', leadingComment(text)];
}

/** Names with commas between, as many as fit, and how many do not. */
function listed(names: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const name of names) {
    length += name.length + 2;
    if (length > syntaxLimits.listLength) break;
    shown.push(oneLine(name));
  }
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`.trim();
}

function oneLine(words: string): string {
  return words.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
