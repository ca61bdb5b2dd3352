/**
 * A condition as a formula: comparisons and truths joined by and, or, not. What is no comparison with a constant or
 * between two terms stays whole, as a truth that can be either way. That allows more cases than there are, so a proof
 * over all of them holds for the real ones.
 */
import { type ASTNode, serialize } from '@marcbachmann/cel-js';
import { childrenOf } from '../expressions/check-expression.ts';
import { toDecimal } from '../expressions/decimal.ts';

/** A constant: numbers in ten-thousandths. */
export type Constant = string | number | boolean;

/** One side of a comparison. */
export type Operand = { readonly term: string } | { readonly constant: Constant };

/** How two operands are compared. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** A condition. */
export type Formula =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly [Formula, Formula] }
  | { readonly kind: 'not'; readonly part: Formula }
  | { readonly kind: 'if'; readonly parts: readonly [Formula, Formula, Formula] }
  | { readonly kind: 'truth'; readonly term: string }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Operand;
      readonly right: Operand;
    };

/** The fields each term reads, by the term's text. */
export type TermReads = Map<string, ReadonlySet<string>>;

/** Turns the tree of a condition into a formula, and notes what its terms read. */
export function toFormula(tree: ASTNode, reads: TermReads): Formula {
  switch (tree.op) {
    case 'value':
      return typeof tree.args === 'boolean' ? { kind: 'constant', value: tree.args } : truth(tree, reads);
    case '&&':
    case '||':
      return {
        kind: tree.op === '&&' ? 'and' : 'or',
        parts: [toFormula(tree.args[0], reads), toFormula(tree.args[1], reads)],
      };
    case '!_':
      return { kind: 'not', part: toFormula(tree.args, reads) };
    case '?:': {
      const [condition, then, otherwise] = tree.args;
      return {
        kind: 'if',
        parts: [toFormula(condition, reads), toFormula(then, reads), toFormula(otherwise, reads)],
      };
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(tree.op, tree.args[0], tree.args[1], reads);
    case 'in':
      return tree.args[1].op === 'list' ? oneOf(tree.args[0], tree.args[1].args, reads) : truth(tree, reads);
    default:
      return truth(tree, reads);
  }
}

function compare(operator: Comparison, left: ASTNode, right: ASTNode, reads: TermReads): Formula {
  return { kind: 'compare', operator, left: operand(left, reads), right: operand(right, reads) };
}

function oneOf(tree: ASTNode, items: readonly ASTNode[], reads: TermReads): Formula {
  return items.reduce<Formula>(
    (left, item) => ({ kind: 'or', parts: [left, compare('==', tree, item, reads)] }),
    { kind: 'constant', value: false },
  );
}

function operand(tree: ASTNode, reads: TermReads): Operand {
  const constant = constantOf(tree);
  return constant === undefined ? { term: noteTerm(tree, reads) } : { constant };
}

function truth(tree: ASTNode, reads: TermReads): Formula {
  return { kind: 'truth', term: noteTerm(tree, reads) };
}

function noteTerm(tree: ASTNode, reads: TermReads): string {
  const text = serialize(tree);
  if (!reads.has(text)) reads.set(text, new Set(fieldsIn(tree)));
  return text;
}

function fieldsIn(tree: ASTNode): string[] {
  // What `has` asks for is not read: it may be absent.
  if (tree.op === 'call' && tree.args[0] === 'has') return [];
  const own = tree.op === '.' ? [serialize(tree)] : [];
  return [...own, ...childrenOf(tree).flatMap(([child]) => fieldsIn(child))];
}

function constantOf(tree: ASTNode): Constant | undefined {
  if (tree.op === '-_') {
    const inner = constantOf(tree.args);
    return typeof inner === 'number' ? -inner : undefined;
  }
  if (tree.op !== 'value') return undefined;
  const value = tree.args;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(toDecimal(value).units);
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}
