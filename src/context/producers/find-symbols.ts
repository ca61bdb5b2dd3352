/**
 * Finds the symbols of a source in its syntax tree; a source with syntax errors yields what could be found.
 */
import { describeSymbol, type TextRange } from './describe-symbol.ts';
import { languageRules } from './language-rules.ts';
import {
  assignedValue,
  isFunctionValue,
  type LanguageRules,
  nameNodeOf,
  partOf,
  type SourceSymbol,
  type SymbolRule,
} from './symbol-rules.ts';
import {
  type SyntaxLanguage,
  type SyntaxNode,
  type SyntaxParser,
  type SyntaxRequest,
  syntaxLimits,
} from './syntax-parser.ts';

/** A source to analyse. */
export type SymbolSource = { readonly language: SyntaxLanguage; readonly text: string };

/** A position in the tree at which to look for symbols. */
type Place = {
  readonly depth: number;
  readonly isMember: boolean;
  /** Where the next symbol's signature begins, inside a wrapper. */
  readonly headStart?: number;
  /** The name for an anonymous type, taken from what is declared with it. */
  readonly givenName?: string;
};

const TYPE_WITH_BODY = /^(?:class|struct|union|enum)_specifier$/;

/** Returns the symbols of a source in order, up to the limit. */
export async function findSymbols(
  parser: SyntaxParser,
  source: SymbolSource,
): Promise<readonly SourceSymbol[]> {
  const rules = languageRules[source.language];
  const roots = await parser.parse({ ...source, enters: entersFor(rules) });
  const found: SourceSymbol[] = [];
  for (const root of roots) {
    for (const symbol of symbolsIn(source.text, rules, root, { depth: 0, isMember: false })) {
      if (found.length >= syntaxLimits.symbols) return found;
      found.push(symbol);
    }
  }
  return found;
}

function* symbolsIn(
  text: string,
  rules: LanguageRules,
  parent: SyntaxNode,
  place: Place,
): Generator<SourceSymbol> {
  const prefix = prefixIn(rules, parent, place.headStart);
  for (const node of parent.children) {
    const rule = ruleOf(rules, node, parent);
    if (rule !== undefined) yield* symbolsOf(text, rules, { node, parent, rule, prefix, ...place });
    else if (isFunctionValue(node)) yield* symbolsIn(text, rules, partOf(node, 'body') ?? node, place);
    else if (!rules.closed.has(node.type)) yield* symbolsIn(text, rules, node, placeIn(rules, node, place));
  }
}

function placeIn({ wrappers }: LanguageRules, node: SyntaxNode, place: Place): Place {
  const { depth, isMember, headStart = node.start } = place;
  return wrappers.has(node.type) ? { depth, isMember, headStart } : { depth, isMember };
}

/** Yields a node's symbol and those inside it. */
function* symbolsOf(
  text: string,
  rules: LanguageRules,
  place: Place & {
    readonly node: SyntaxNode;
    readonly parent: SyntaxNode;
    readonly rule: SymbolRule;
    readonly prefix: TextRange | undefined;
  },
): Generator<SourceSymbol> {
  const { node, rule, depth } = place;
  const inner = node.children.find((child) => TYPE_WITH_BODY.test(child.type) && partOf(child, 'body'));
  if (inner !== undefined) {
    const given = nameNodeOf(node, rule);
    const givenName = given && { givenName: text.slice(given.start, given.end) };
    yield* symbolsIn(text, rules, node, { depth, isMember: place.isMember, ...givenName });
    return;
  }
  const symbol = describeSymbol(text, place);
  if (symbol !== undefined) yield symbol;
  const held = heldNode(node, rule);
  const isMember = rule.body !== 'declarations';
  if (held !== undefined) yield* symbolsIn(text, rules, held, { depth: depth + (symbol ? 1 : 0), isMember });
}

function heldNode(node: SyntaxNode, { body, bodyField = 'body' }: SymbolRule): SyntaxNode | undefined {
  const value = assignedValue(node);
  if (value?.type === 'class') return partOf(value, 'body');
  return body === 'code' ? undefined : partOf(node, bodyField);
}

function ruleOf({ symbols }: LanguageRules, node: SyntaxNode, parent: SyntaxNode): SymbolRule | undefined {
  const rule = symbols.get(node.type);
  if (rule?.within !== undefined && rule.within !== parent.type) return undefined;
  return rule?.needs === 'body' && partOf(node, 'body') === undefined ? undefined : rule;
}

/** The text from the beginning of a wrapper to its first symbol. */
function prefixIn(rules: LanguageRules, node: SyntaxNode, start: number | undefined): TextRange | undefined {
  const first = node.children.find((child) => ruleOf(rules, child, node) !== undefined);
  return start === undefined || first === undefined ? undefined : { start, end: first.start };
}

const CALLED = new Set(['parenthesized_expression', 'arguments', 'call_expression']);

/** Selects the nodes to parse for one source. */
function entersFor({ symbols, closed }: LanguageRules): SyntaxRequest['enters'] {
  const opened = new Set<SyntaxNode>();
  return (node, parent) => {
    if (closed.has(node.type)) return false;
    if (node.type === 'call_expression') return isCalledAtOnce(parent);
    if (node.type === 'arguments') return isModule(parent);
    // INVARIANT (reached through a call): parentheses anywhere else are inside a node that was not entered.
    if (isFunctionValue(node) && CALLED.has(parent.type)) opened.add(node);
    if (node.field !== 'body') return true;
    return isFunctionValue(parent) ? opened.has(parent) : symbols.get(parent.type)?.body !== 'code';
  };
}

/** An old-style module may be an immediately invoked function. */
function isCalledAtOnce(parent: SyntaxNode): boolean {
  return parent.type !== 'variable_declarator' && parent.type !== 'arguments';
}

/** The arguments of an old-style module may include its factory function. */
function isModule(call: SyntaxNode): boolean {
  return call.children[0]?.type === 'parenthesized_expression';
}
