/**
 * Which nodes of a tree are copied to look for symbols. Bodies of functions and most expressions hold nothing that is
 * listed, and they are most of a source.
 */
import { isFunctionValue } from './node-parts.ts';
import type { LanguageRules } from './symbol-rules.ts';
import type { SyntaxNode, SyntaxRequest } from './syntax-parser.ts';

const CALLED = new Set(['parenthesized_expression', 'arguments', 'call_expression']);

/** Makes the choice of nodes for one source. */
export function entersFor({ symbols, closed }: LanguageRules): SyntaxRequest['enters'] {
  const opened = new Set<SyntaxNode>();
  return (node, parent) => {
    if (closed.has(node.type)) return false;
    if (node.type === 'call_expression') return isCalledAtOnce(parent);
    if (node.type === 'arguments') return isModule(parent);
    // INVARIANT (reached through a call): what is in parentheses elsewhere is inside of a node that was not entered.
    if (isFunctionValue(node) && CALLED.has(parent.type)) opened.add(node);
    if (node.field !== 'body') return true;
    return isFunctionValue(parent) ? opened.has(parent) : symbols.get(parent.type)?.body !== 'code';
  };
}

/** A module of old may be a function that is called where it stands. */
function isCalledAtOnce(parent: SyntaxNode): boolean {
  return parent.type !== 'variable_declarator' && parent.type !== 'arguments';
}

/** The arguments of a module of old may be the function that makes it. */
function isModule(call: SyntaxNode): boolean {
  return call.children[0]?.type === 'parenthesized_expression';
}
