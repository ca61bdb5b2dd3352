/** Writes the one line that a symbol is shown by, from the text of its header. */

import type { SymbolKind } from './source-symbol.ts';
import { syntaxLimits } from './syntax-limits.ts';
import type { SyntaxNode } from './syntax-parser.ts';

/** A part of a text. */
export type TextRange = { readonly start: number; readonly end: number };

const LEFT_OUT = new Set(
  'comment line_comment block_comment decorator annotation marker_annotation attribute_list attribute_item attribute_declaration attribute_specifier constructor_initializer field_initializer_list'.split(
    ' ',
  ),
);
const MODIFIER =
  '(?:export|default|declare|abstract|async|static|public|private|protected|internal|readonly|override|final|sealed|partial|virtual|extern|inline|constexpr|consteval|explicit|unsafe|synchronized|native|transient|volatile|required|accessor|event|get|set|const|pub(?: ?\\([^)]*\\))?|private_class_method|public_class_method|template ?<[^<>]*>) ';
const TRAILING = /(?:[\s{:;=,(]|=>| default$)+$/;
const MODIFIERS = new RegExp(`^(?:${MODIFIER})*`);

/** Returns the text of a header in one line, without comments and annotations. */
export function headerText(text: string, { start, end }: TextRange, nodes: readonly SyntaxNode[]): string {
  let header = '';
  let at = start;
  for (const left of leftOutIn(nodes, end)) {
    if (left.start < at) continue;
    header += `${text.slice(at, left.start)} `;
    at = left.end;
  }
  return tidySpaces((header + text.slice(at, end)).slice(0, syntaxLimits.headerLength));
}

/** Returns a header with the kind of its symbol in place of a keyword, or else after the words that modify it. */
export function kindInHeader(header: string, kind: SymbolKind, keyword: string | undefined): string {
  const replaced = keyword === undefined ? undefined : replaceKeyword(header, kind, keyword);
  return replaced ?? header.replace(MODIFIERS, (modifiers) => `${modifiers}${kind} `);
}

/** Returns a header with the kind in place of a keyword, or nothing where the keyword is not at its beginning. */
export function replaceKeyword(header: string, kind: SymbolKind, keyword: string): string | undefined {
  const found = keywordPattern(keyword).exec(header);
  return found === null ? undefined : `${found[1]}${kind}${header.slice(found[0].length)}`;
}

const patterns = new Map<string, RegExp>();

function keywordPattern(keyword: string): RegExp {
  const pattern = patterns.get(keyword) ?? new RegExp(`^((?:${MODIFIER})*?)(?:${keyword})(?![\\w$])`);
  patterns.set(keyword, pattern);
  return pattern;
}

/** Returns a header without what only leads to a body, as long as a signature may be. */
export function endSignature(header: string): string {
  const whole = header.replace(TRAILING, '');
  const characters = Array.from(whole.slice(0, 2 * syntaxLimits.signatureLength + 2));
  if (characters.length <= syntaxLimits.signatureLength) return whole;
  return `${characters.slice(0, syntaxLimits.signatureLength).join('')}…`;
}

function* leftOutIn(nodes: readonly SyntaxNode[], end: number): Generator<SyntaxNode> {
  for (const node of nodes) {
    if (node.start >= end) return;
    if (!LEFT_OUT.has(node.type)) yield* leftOutIn(node.children, end);
    else if (node.end <= end) yield node;
  }
}

/** One space between words and none inside of brackets, however a header is spread over lines. */
function tidySpaces(header: string): string {
  return header
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/([([]) | (?=[)\],;])/g, '$1')
    .replace(/,(?=[)\]>])/g, '')
    .trim();
}
