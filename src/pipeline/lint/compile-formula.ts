/** Formulas made ready to be evaluated case by case, by CEL's rules: what cannot be told is neither true nor false. */
import type { Comparison, Constant, Formula, Operand } from './formula.ts';

/** Whether a condition holds; null where something it reads is absent or does not fit. */
type Truth = boolean | null;

/** One case at a time: the values of all terms, which change under the formulas that read them. */
export type Case = {
  readonly values: readonly Constant[];
  /** Returns the place of a term among the values. */
  readonly placeOf: (term: string) => number;
  /** Returns the places of the questions of which none may be answered with no for the term to have a value. */
  readonly needsOf: (term: string) => readonly number[];
};

/** Makes a formula ready; what is returned tells its value in the case of the moment. */
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

/** The side that decides does so whatever the other one is. */
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
