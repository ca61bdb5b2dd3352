/**
 * Brings the tree of an expression into the form in which numbers are exact: written decimals as the numbers they
 * stand for, and every division as one that does not cut.
 */
import type { ASTNode, Environment, ParseResult } from '@marcbachmann/cel-js';
import { QUOTIENT } from './cel-environment.ts';
import { childrenOf } from './check-expression.ts';
import { toExact } from './decimal.ts';

/** A node of which CEL lets another one be evaluated in its place, as it does for its own macros. */
type Replaceable = { readonly setMeta: (key: 'alternate', node: ASTNode) => void };

/** Parses an expression for its types to be checked: its numbers are exact, its divisions as they are written. */
export function parseExact(text: string, environment: Environment): ParseResult {
  const run = environment.parse(text);
  visitTree(run.ast, (node) => {
    if (node.op === 'value' && typeof node.args === 'number')
      Object.assign(node, { args: toExact(node.args) });
  });
  return run;
}

/** Parses an expression to be evaluated. */
export function parseToRun(text: string, environment: Environment): ParseResult {
  const run = parseExact(text, environment);
  visitTree(run.ast, (node) => {
    if (node.op !== '/') return;
    const { ast: quotient } = environment.parse(`${QUOTIENT}(0, 0)`);
    Object.assign(quotient, { args: [QUOTIENT, [...node.args]] });
    (node as unknown as Replaceable).setMeta('alternate', quotient);
  });
  return run;
}

function visitTree(tree: ASTNode, visit: (node: ASTNode) => void): void {
  visit(tree);
  for (const [child] of childrenOf(tree)) visitTree(child, visit);
}
