/** The value of a formula in one case, by CEL's rules: what cannot be told is neither, unless the other side decides. */
import type { Comparison, Constant, Formula, Operand, TermReads } from './formula.ts';

/** One case: a value for every term. */
export type Valuation = ReadonlyMap<string, Constant>;

/** Whether a condition holds; null where something it reads is absent or does not fit. */
export type Truth = boolean | null;

/** Evaluates a formula in a case. */
export function evaluateFormula(formula: Formula, valuation: Valuation, reads: TermReads): Truth {
  const evaluate = (part: Formula) => evaluateFormula(part, valuation, reads);
  switch (formula.kind) {
    case 'constant':
      return formula.value;
    case 'and':
      return join(evaluate(formula.parts[0]), evaluate(formula.parts[1]), false);
    case 'or':
      return join(evaluate(formula.parts[0]), evaluate(formula.parts[1]), true);
    case 'not': {
      const value = evaluate(formula.part);
      return value === null ? null : !value;
    }
    case 'if': {
      const condition = evaluate(formula.parts[0]);
      return condition === null ? null : evaluate(formula.parts[condition ? 1 : 2]);
    }
    case 'truth': {
      const value = operandValue(formula, valuation, reads);
      return typeof value === 'boolean' ? value : null;
    }
    case 'compare': {
      const left = operandValue(formula.left, valuation, reads);
      const right = operandValue(formula.right, valuation, reads);
      return left === null || right === null ? null : compare(formula.operator, left, right);
    }
  }
}

function join(left: Truth, right: Truth, decisive: boolean): Truth {
  if (left === decisive || right === decisive) return decisive;
  return left === null || right === null ? null : !decisive;
}

function operandValue(
  operand: Operand | { readonly term: string },
  valuation: Valuation,
  reads: TermReads,
): Constant | null {
  if ('constant' in operand) return operand.constant;
  for (const field of reads.get(operand.term) ?? [])
    if (valuation.get(`has(${field})`) === false) return null;
  return valuation.get(operand.term) ?? null;
}

function compare(operator: Comparison, left: Constant, right: Constant): Truth {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (typeof left !== typeof right || typeof left === 'boolean') return null;
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
