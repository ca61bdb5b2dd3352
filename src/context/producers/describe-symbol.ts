/** Describes the symbol declared by a syntax node: kind, name and signature. */
import {
  assignedValue,
  declaresFunction,
  isFunctionValue,
  nameNodeOf,
  partOf,
  type SourceSymbol,
  type SymbolKind,
  type SymbolRule,
} from './symbol-rules.ts';
import { type SyntaxNode, syntaxLimits } from './syntax-parser.ts';

/** A node that may declare a symbol, and its context. */
export interface SymbolPlace {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode;
  readonly rule: SymbolRule;
  /** The text before it that belongs to its signature. */
  readonly prefix: TextRange | undefined;
  readonly isMember: boolean;
  readonly depth: number;
  /** Its name if the node itself has none. */
  readonly givenName?: string;
}

const BLANKS = /[\s\p{Cc}]+/gu;
const ANONYMOUS = 'default';
/** The types of a Rust tuple are where a body would be, but belong to the signature. */
const PLAIN_FIELDS = 'ordered_field_declaration_list';
const KIND_BY_GO_TYPE: Readonly<Record<string, SymbolKind>> = {
  struct_type: 'struct',
  interface_type: 'interface',
};

/** Describes the symbol declared by a node, or returns undefined if it declares none. */
export function describeSymbol(text: string, place: SymbolPlace): SourceSymbol | undefined {
  const { node, rule, depth, isMember } = place;
  const name = symbolName(text, node, rule) ?? place.givenName ?? anonymousName(text, place);
  const pattern = isMember ? rule.namePattern?.member : rule.namePattern?.other;
  if (name === undefined || (pattern !== undefined && !pattern.test(name) && !isTyped(node)))
    return undefined;
  if (rule.needs === 'function-value' && !isFunctionValue(assignedValue(node))) return undefined;
  const { kind, signature } = signatureOf(text, place);
  return { kind, name, signature, startLine: node.startLine, endLine: node.endLine, depth };
}

/** A name declared with a type counts as a symbol, however it is spelled. */
function isTyped(node: SyntaxNode): boolean {
  return node.type === 'assignment' && partOf(node, 'type') !== undefined;
}

function symbolName(text: string, node: SyntaxNode, rule: SymbolRule): string | undefined {
  const named = nameNodeOf(node, rule);
  return named && shortName(text.slice(named.start, named.end));
}

/** A computed name may be a whole expression. */
function shortName(name: string): string {
  return cutText(name.slice(0, syntaxLimits.headerLength).replace(BLANKS, ' '), syntaxLimits.signatureLength);
}

function anonymousName(text: string, { node, rule }: SymbolPlace): string | undefined {
  if (rule.isDeclarator) return undefined;
  const first = node.children[0];
  if (rule.anonymousName === '' && first !== undefined) return shortName(text.slice(first.start, first.end));
  return rule.anonymousName || ANONYMOUS;
}

function signatureOf(text: string, place: SymbolPlace): Pick<SourceSymbol, 'kind' | 'signature'> {
  const { rule, prefix } = place;
  const kind = kindOf(place);
  const own = ownHeader(text, place);
  const replaced = rule.keyword === undefined ? undefined : replaceKeyword(own, kind, rule.keyword);
  if (prefix === undefined)
    return { kind, signature: endSignature(replaced ?? kindInHeader(own, kind, undefined)) };
  const before = headerText(text, prefix, place.parent.children).replace(/ ?\($/, '');
  if (replaced !== undefined) return { kind, signature: endSignature(joined(before, replaced)) };
  const isConstant = kind === 'variable' && /\bconst$/.test(before);
  const shown = isConstant ? 'constant' : kind;
  const head = kindInHeader(`${before} `, shown, rule.keyword);
  return { kind: shown, signature: endSignature(joined(head, own)) };
}

function ownHeader(text: string, { node, rule, givenName }: SymbolPlace): string {
  const own = headerText(text, { start: node.start, end: headerEnd(node, rule) }, node.children);
  return givenName === undefined || nameNodeOf(node, rule) !== undefined ? own : `${own} ${givenName}`;
}

function joined(before: string, own: string): string {
  return `${before.trim()} ${own}`.trim();
}

function kindOf({ node, rule, isMember }: SymbolPlace): SymbolKind {
  const value = assignedValue(node);
  if (isFunctionValue(value)) return rule.kind === 'field' || isMember ? 'method' : 'function';
  if (value?.type === 'class') return 'class';
  if (rule.isDeclarator && rule.kind !== 'type' && declaresFunction(node))
    return isMember ? 'method' : 'function';
  const goKind = rule.bodyField === 'type' ? KIND_BY_GO_TYPE[partOf(node, 'type')?.type ?? ''] : undefined;
  return goKind ?? (isMember ? rule.memberKind : undefined) ?? rule.kind;
}

/**
 * A header ends before a body or value, otherwise after the last part, so that punctuation and end words are
 * excluded.
 */
function headerEnd(node: SyntaxNode, rule: SymbolRule): number {
  const value = assignedValue(node);
  if (value !== undefined && (isFunctionValue(value) || value.type === 'class'))
    return partOf(value, 'body')?.start ?? value.end;
  if (rule.endsAtName) return nameNodeOf(node, rule)?.end ?? node.end;
  const fields = ['body', 'value', 'right', rule.bodyField, rule.endField];
  const ending = node.children.find(
    ({ field, type }) =>
      field !== undefined && field !== rule.nameField && fields.includes(field) && type !== PLAIN_FIELDS,
  );
  return ending?.start ?? endOfDeclarator(node) ?? node.children.at(-1)?.end ?? node.end;
}

/** In C, the value of a variable is inside its declarator. */
function endOfDeclarator(node: SyntaxNode): number | undefined {
  const declarator = partOf(node, 'declarator');
  return declarator?.type === 'init_declarator' ? partOf(declarator, 'value')?.start : undefined;
}

/** A range of a text. */
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

/** Returns the text of a header on one line, without comments and annotations. */
function headerText(text: string, { start, end }: TextRange, nodes: readonly SyntaxNode[]): string {
  let header = '';
  let at = start;
  for (const left of leftOutIn(nodes, end)) {
    if (left.start < at) continue;
    header += `${text.slice(at, left.start)} `;
    at = left.end;
  }
  return tidySpaces((header + text.slice(at, end)).slice(0, syntaxLimits.headerLength));
}

/** Replaces the keyword in a header by the symbol's kind, or inserts the kind after the modifiers. */
function kindInHeader(header: string, kind: SymbolKind, keyword: string | undefined): string {
  const replaced = keyword === undefined ? undefined : replaceKeyword(header, kind, keyword);
  return replaced ?? header.replace(MODIFIERS, (modifiers) => `${modifiers}${kind} `);
}

/** Replaces a keyword at the beginning of a header by the kind; undefined if it is not there. */
function replaceKeyword(header: string, kind: SymbolKind, keyword: string): string | undefined {
  const found = keywordPattern(keyword).exec(header);
  return found === null ? undefined : `${found[1]}${kind}${header.slice(found[0].length)}`;
}

const patterns = new Map<string, RegExp>();

function keywordPattern(keyword: string): RegExp {
  const pattern = patterns.get(keyword) ?? new RegExp(`^((?:${MODIFIER})*?)(?:${keyword})(?![\\w$])`);
  patterns.set(keyword, pattern);
  return pattern;
}

/** Removes what only introduces a body and cuts the header to the longest signature. */
function endSignature(header: string): string {
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

/** Collapses whitespace: one space between words, none inside brackets. */
function tidySpaces(header: string): string {
  return header
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/([([]) | (?=[)\],;])/g, '$1')
    .replace(/,(?=[)\]>])/g, '')
    .trim();
}

/** Cuts a text to a number of UTF-16 units. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
