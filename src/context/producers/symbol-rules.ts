/**
 * How the symbols of a language are found in its syntax tree: a table from what the grammar calls a node to the symbol
 * it declares. The tables themselves are beside this file, one for each family of languages.
 */
import type { SyntaxNode } from './syntax-parser.ts';

/** How a node declares a symbol. */
export interface SymbolRule {
  readonly kind: SymbolKind;
  /** What it is inside of a type, where that differs. */
  readonly memberKind?: SymbolKind;
  /** The words, as a pattern, in whose place the kind is written. */
  readonly keyword?: string;
  /** What stands in its body: members of a type, declarations, or code that is not looked at. */
  readonly body: 'members' | 'declarations' | 'code';
  /** The parts in which further symbols are looked for. */
  readonly bodyField?: string;
  /** The part that names it. */
  readonly nameField?: string;
  /** The part at which the signature ends, beside a body and a value. */
  readonly endField?: string;
  /** What it is called where nothing names it. */
  readonly anonymousName?: string;
  /** The node it must stand in. */
  readonly within?: string;
  /** What its name must look like, by whether it stands in a type. */
  readonly namePattern?: { readonly member: RegExp; readonly other: RegExp };
  /** Whether it is a symbol only together with a body, or with a value that is a function or class. */
  readonly needs?: 'body' | 'function-value';
  /** Whether its name is wrapped in the declarators of C. */
  readonly isDeclarator?: boolean;
  /** Whether the signature ends with the name. */
  readonly endsAtName?: boolean;
}

/** How the sources of a language are looked at. */
export interface LanguageRules {
  /** By the type of a node. */
  readonly symbols: ReadonlyMap<string, SymbolRule>;
  /** The types of nodes whose beginning belongs to the signature of the symbol in them. */
  readonly wrappers: ReadonlySet<string>;
  /** The types of nodes in which no symbol is looked for. */
  readonly closed: ReadonlySet<string>;
}

/** Makes rules from a table; lists of node types are words with spaces between. */
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

/** Makes the rule of a type, whose body has members. */
export function typeRule(kind: SymbolKind, more: Partial<SymbolRule> = {}): SymbolRule {
  return { kind, keyword: kind, body: 'members', ...more };
}

/** Makes the rule of a namespace, whose body has declarations. */
export function spaceRule(kind: SymbolKind, more: Partial<SymbolRule> = {}): SymbolRule {
  return { kind, keyword: kind, body: 'declarations', ...more };
}

/** Makes the rule of a function, a variable or a member, in which no further symbol is looked for. */
export function leafRule(kind: SymbolKind, more: Partial<SymbolRule> = {}): SymbolRule {
  return { kind, body: 'code', ...more };
}

/** What a symbol is. */
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

/** A symbol of a source and where it stands; lines count from one. */
export interface SourceSymbol {
  readonly kind: SymbolKind;
  /** Its name as it is declared there, `default` where it has none. */
  readonly name: string;
  /** One line with its kind in place of the language's keyword, without comments, annotations, value and body. */
  readonly signature: string;
  readonly startLine: number;
  readonly endLine: number;
  /** How many symbols it stands in. */
  readonly depth: number;
}

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);
const DECLARATOR = /declarator$/;
const VALUE_FIELDS = ['value', 'right'];

/** Returns the child that plays a part in a node. */
export function partOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** Tells whether a node is a function without being a declaration. */
export function isFunctionValue(node: SyntaxNode | undefined): boolean {
  return node !== undefined && FUNCTIONS.has(node.type);
}

/** Returns the value that a node sets its name to. */
export function assignedValue(node: SyntaxNode): SyntaxNode | undefined {
  for (const field of VALUE_FIELDS) {
    const value = partOf(node, field);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the node that names a symbol. */
export function nameNodeOf(node: SyntaxNode, rule: SymbolRule): SyntaxNode | undefined {
  if (rule.isDeclarator) return declaredName(node);
  if (rule.nameField === '') return node;
  const named = partOf(node, rule.nameField ?? 'name');
  return named ?? (rule.endsAtName ? node.children[0] : undefined);
}

/** Tells whether a declarator of C declares a function, and not a pointer to one. */
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
