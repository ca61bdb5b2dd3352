/**
 * How symbols are found in a syntax tree: a table from node types to the symbols they declare. The tables are
 * in `language-rules.ts`.
 */
import type { SyntaxNode } from './syntax-parser.ts';

/** How a node declares a symbol. */
export interface SymbolRule {
  readonly kind: SymbolKind;
  /** Its kind inside a type, if different. */
  readonly memberKind?: SymbolKind;
  /** A pattern for the keywords that the kind replaces. */
  readonly keyword?: string;
  /** What its body contains: members of a type, declarations, or code, which is not searched. */
  readonly body: 'members' | 'declarations' | 'code';
  /** The field searched for further symbols. */
  readonly bodyField?: string;
  /** The field with its name. */
  readonly nameField?: string;
  /** The field before which the signature ends, besides body and value. */
  readonly endField?: string;
  /** Its name if it has none. */
  readonly anonymousName?: string;
  /** The type of node that must contain it. */
  readonly within?: string;
  /** A pattern for its name, depending on whether it is inside a type. */
  readonly namePattern?: { readonly member: RegExp; readonly other: RegExp };
  /** Requires a body, or a value that is a function or class. */
  readonly needs?: 'body' | 'function-value';
  /** Whether its name is wrapped in C declarators. */
  readonly isDeclarator?: boolean;
  /** Whether the signature ends with the name. */
  readonly endsAtName?: boolean;
}

/** Symbol rules of a language. */
export interface LanguageRules {
  /** By node type. */
  readonly symbols: ReadonlyMap<string, SymbolRule>;
  /** Node types whose beginning belongs to the signature of the symbol inside. */
  readonly wrappers: ReadonlySet<string>;
  /** Node types that are not searched for symbols. */
  readonly closed: ReadonlySet<string>;
}

/** Builds rules from a table; lists of node types are separated by spaces. */
export function makeRules({
  symbols,
  wrappers = '',
  closed = '',
}: {
  readonly symbols: Readonly<Record<string, SymbolRule>>;
  readonly wrappers?: string;
  readonly closed?: string;
}): LanguageRules {
  const entries = Object.entries(symbols).flatMap(([types, rule]) =>
    types.split(' ').map((type) => [type, rule] as const),
  );
  return {
    symbols: new Map(entries),
    wrappers: new Set(wrappers.split(' ')),
    closed: new Set(closed.split(' ')),
  };
}

/** A rule for a type, whose body has members. */
export function typeRule(kind: SymbolKind, more: Partial<SymbolRule> = {}): SymbolRule {
  return { kind, keyword: kind, body: 'members', ...more };
}

/** A rule for a namespace, whose body has declarations. */
export function spaceRule(kind: SymbolKind, more: Partial<SymbolRule> = {}): SymbolRule {
  return { kind, keyword: kind, body: 'declarations', ...more };
}

/** A rule for a function, variable or member, which is not searched for further symbols. */
export function leafRule(kind: SymbolKind, more: Partial<SymbolRule> = {}): SymbolRule {
  return { kind, body: 'code', ...more };
}

/** The kinds of symbols. */
export type SymbolKind =
  | 'annotation'
  | 'class'
  | 'constant'
  | 'constructor'
  | 'delegate'
  | 'enum'
  | 'event'
  | 'field'
  | 'function'
  | 'impl'
  | 'interface'
  | 'macro'
  | 'member'
  | 'method'
  | 'module'
  | 'namespace'
  | 'property'
  | 'record'
  | 'struct'
  | 'trait'
  | 'type'
  | 'union'
  | 'variable';

/** A symbol and its location; lines count from one. */
export interface SourceSymbol {
  readonly kind: SymbolKind;
  /** Its declared name, `default` if it has none. */
  readonly name: string;
  /**
   * One line with its kind in place of the language's keyword, without comments, annotations, value and body.
   */
  readonly signature: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Its nesting depth. */
  readonly depth: number;
}

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);
const DECLARATOR = /declarator$/;
const VALUE_FIELDS = ['value', 'right'];

/** Returns the child in a field of a node. */
export function partOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** Checks whether a node is a function expression. */
export function isFunctionValue(node: SyntaxNode | undefined): boolean {
  return node !== undefined && FUNCTIONS.has(node.type);
}

/** Returns the value a node assigns to its name. */
export function assignedValue(node: SyntaxNode): SyntaxNode | undefined {
  for (const field of VALUE_FIELDS) {
    const value = partOf(node, field);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the node with a symbol's name. */
export function nameNodeOf(node: SyntaxNode, rule: SymbolRule): SyntaxNode | undefined {
  if (rule.isDeclarator) return declaredName(node);
  if (rule.nameField === '') return node;
  const named = partOf(node, rule.nameField ?? 'name');
  return named ?? (rule.endsAtName ? node.children[0] : undefined);
}

/** Checks whether a C declarator declares a function, not a pointer to one. */
export function declaresFunction(node: SyntaxNode): boolean {
  for (let at = partOf(node, 'declarator'); at !== undefined; at = innerDeclarator(at)) {
    if (at.type === 'function_declarator')
      return partOf(at, 'declarator')?.type !== 'parenthesized_declarator';
  }
  return false;
}

function declaredName(node: SyntaxNode): SyntaxNode | undefined {
  let at = partOf(node, 'declarator');
  while (at !== undefined && DECLARATOR.test(at.type)) at = innerDeclarator(at);
  return at;
}

function innerDeclarator(node: SyntaxNode): SyntaxNode | undefined {
  if (!DECLARATOR.test(node.type)) return undefined;
  return partOf(node, 'declarator') ?? node.children.find(({ type }) => !type.endsWith('_qualifier'));
}
