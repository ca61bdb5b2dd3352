/**
 * Conditions as formulas that can be evaluated case by case: comparisons and truth values joined by and, or,
 * not. As in CEL, an undefined value is neither true nor false. Anything that is not a comparison with a
 * constant or between two terms is treated as an opaque truth value. This allows more cases than can really
 * occur, so a proof over all of them is sound.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { toDecimal } from '../expressions/decimal.ts';
import { describeTerm, type Term } from './term.ts';

/** A constant; numbers are in ten-thousandths. */
export type Constant = string | number | boolean;

/** One side of a comparison. */
export type Operand = { readonly term: string } | { readonly constant: Constant };

/** How two operands are compared. */
type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

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

/** The terms of formulas, by text. */
export type Terms = Map<string, Term>;

/** Converts a condition's tree to a formula and collects its terms. */
export function toFormula(tree: ASTNode, terms: Terms): Formula {
  switch (tree.op) {
    case 'value':
      return typeof tree.args === 'boolean' ? { kind: 'constant', value: tree.args } : truth(tree, terms);
    case '&&':
    case '||':
      return {
        kind: tree.op === '&&' ? 'and' : 'or',
        parts: [toFormula(tree.args[0], terms), toFormula(tree.args[1], terms)],
      };
    case '!_':
      return { kind: 'not', part: toFormula(tree.args, terms) };
    case '?:': {
      const [condition, then, otherwise] = tree.args;
      return {
        kind: 'if',
        parts: [toFormula(condition, terms), toFormula(then, terms), toFormula(otherwise, terms)],
      };
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparisonOf(tree.op, tree.args[0], tree.args[1], terms);
    case 'in':
      return tree.args[1].op === 'list' ? oneOf(tree.args[0], tree.args[1].args, terms) : truth(tree, terms);
    default:
      return truth(tree, terms);
  }
}

function comparisonOf(operator: Comparison, left: ASTNode, right: ASTNode, terms: Terms): Formula {
  const field = isNull(right) ? left : isNull(left) ? right : null;
  if (field !== null && isField(field) && (operator === '==' || operator === '!='))
    return compareNull(operator, field, terms);
  return { kind: 'compare', operator, left: operand(left, terms), right: operand(right, terms) };
}

/** A null field counts as absent, so a present field equals itself and never null. */
function compareNull(operator: '==' | '!=', field: ASTNode, terms: Terms): Formula {
  const itself = operand(field, terms);
  return { kind: 'compare', operator: operator === '!=' ? '==' : '!=', left: itself, right: itself };
}

/** Unlike fields, list items can be null. */
function isField(tree: ASTNode): boolean {
  if (tree.op === '.') return true;
  return tree.op === '[]' && tree.args[1].op === 'value' && typeof tree.args[1].args === 'string';
}

function isNull(tree: ASTNode): boolean {
  return tree.op === 'value' && tree.args === null;
}

function oneOf(tree: ASTNode, items: readonly ASTNode[], terms: Terms): Formula {
  return items.reduce<Formula>(
    (left, item) => ({ kind: 'or', parts: [left, comparisonOf('==', tree, item, terms)] }),
    { kind: 'constant', value: false },
  );
}

function operand(tree: ASTNode, terms: Terms): Operand {
  const constant = constantOf(tree);
  return constant === undefined ? { term: noteTerm(tree, terms) } : { constant };
}

function truth(tree: ASTNode, terms: Terms): Formula {
  return { kind: 'truth', term: noteTerm(tree, terms) };
}

function noteTerm(tree: ASTNode, terms: Terms): string {
  const term = describeTerm(tree);
  terms.set(term.text, term);
  return term.text;
}

function constantOf(tree: ASTNode): Constant | undefined {
  if (tree.op === '-_') {
    const inner = constantOf(tree.args);
    return typeof inner === 'number' ? -inner : undefined;
  }
  if (tree.op !== 'value') return undefined;
  const value = tree.args;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  // A number too large to be exact remains a term of its own.
  const units = Number(toDecimal(value).units);
  return Number.isSafeInteger(units) ? units : undefined;
}

/** Whether a condition holds; null if something it reads is absent or does not fit. */
type Truth = boolean | null;

/** The current case: the values of all terms, which are updated in place. */
export type Case = {
  readonly values: readonly Constant[];
  /** Returns the index of a term's value. */
  readonly placeOf: (term: string) => number;
  /** Returns the indexes of the presence questions that must not be false for the term to have a value. */
  readonly needsOf: (term: string) => readonly number[];
};

/** Compiles a formula to a function that evaluates it for the current case. */
export function compileFormula(formula: Formula, at: Case): () => Truth {
  switch (formula.kind) {
    case 'constant':
      return () => formula.value;
    case 'and':
    case 'or':
      return compileJoin(formula.kind === 'or', formula.parts, at);
    case 'not': {
      const part = compileFormula(formula.part, at);
      return () => negate(part());
    }
    case 'if': {
      const [condition, then, otherwise] = formula.parts.map((part) => compileFormula(part, at));
      return () => {
        const holds = condition?.() ?? null;
        return holds === null ? null : ((holds ? then : otherwise)?.() ?? null);
      };
    }
    case 'truth': {
      const read = compileOperand(formula, at);
      return () => {
        const value = read();
        return typeof value === 'boolean' ? value : null;
      };
    }
    case 'compare': {
      const left = compileOperand(formula.left, at);
      const right = compileOperand(formula.right, at);
      return () => compare(formula.operator, left(), right());
    }
  }
}

/** A deciding side decides regardless of the other. */
function compileJoin(decisive: boolean, parts: readonly [Formula, Formula], at: Case): () => Truth {
  const [left, right] = [compileFormula(parts[0], at), compileFormula(parts[1], at)];
  return () => {
    const first = left();
    if (first === decisive) return decisive;
    const second = right();
    if (second === decisive) return decisive;
    return first === null || second === null ? null : !decisive;
  };
}

function compileOperand(
  operand: Operand | { readonly term: string },
  { values, placeOf, needsOf }: Case,
): () => Constant | null {
  if ('constant' in operand) return () => operand.constant;
  const place = placeOf(operand.term);
  const needs = needsOf(operand.term);
  return () => {
    for (const need of needs) if (values[need] === false) return null;
    return values[place] ?? null;
  };
}

function negate(value: Truth): Truth {
  return value === null ? null : !value;
}

function compare(operator: Comparison, left: Constant | null, right: Constant | null): Truth {
  if (left === null || right === null) return null;
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (typeof left !== typeof right) return null;
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
