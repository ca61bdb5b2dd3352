/** Makes a symbol of a syntax node: its kind, its name and its signature. */
import { cutText } from './cut-text.ts';
import { assignedValue, declaresFunction, isFunctionValue, nameNodeOf, partOf } from './node-parts.ts';
import type { SourceSymbol, SymbolKind } from './source-symbol.ts';
import type { SymbolRule } from './symbol-rules.ts';
import {
  endSignature,
  headerText,
  kindInHeader,
  replaceKeyword,
  type TextRange,
} from './symbol-signature.ts';
import { syntaxLimits } from './syntax-limits.ts';
import type { SyntaxNode } from './syntax-parser.ts';

/** A node that may declare a symbol, with where it stands. */
export interface SymbolPlace {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode;
  readonly rule: SymbolRule;
  /** The text before it that belongs to its signature. */
  readonly prefix: TextRange | undefined;
  readonly isMember: boolean;
  readonly depth: number;
  /** What it is called where nothing in it names it. */
  readonly givenName?: string;
}

const BLANKS = /[\s\p{Cc}]+/gu;
const ANONYMOUS = 'default';
/** The types of a tuple in Rust stand where a body would be, and say what a signature says. */
const PLAIN_FIELDS = 'ordered_field_declaration_list';
const KIND_BY_GO_TYPE: Readonly<Record<string, SymbolKind>> = {
  struct_type: 'struct',
  interface_type: 'interface',
};

/** Describes the symbol that a node declares, or returns nothing where it declares none. */
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

/** A name that is declared with its type is meant to be known, however it is written. */
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

/** Where a header ends: at a body or a value, else behind the last part, which leaves marks and end words out. */
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

/** The value of a variable of C stands in its declarator. */
function endOfDeclarator(node: SyntaxNode): number | undefined {
  const declarator = partOf(node, 'declarator');
  return declarator?.type === 'init_declarator' ? partOf(declarator, 'value')?.start : undefined;
}
