/**
 * Restricts expressions before they run: known functions only, no nested passes over lists, literals that
 * mean what they say. INVARIANT (bounded expressions): there are no nested loops or regular expressions, and
 * values cannot grow from pass to pass, so the cost of an expression is its length times the size of its
 * input; what a pass reads per item is bounded during evaluation (expression.ts).
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { cite, didYouMean } from '../../kernel/index.ts';
import { toDecimal } from './decimal.ts';

/** A problem with an expression. */
export type ExpressionFault = { readonly message: string; readonly remedy: string };

const functions = ['has', 'size'];
const passes = ['all', 'exists', 'exists_one', 'filter', 'map'];
const methods = [...passes, 'contains', 'endsWith', 'size', 'startsWith'];
const arithmetic: readonly string[] = ['+', '-', '*', '/', '%'];

/** Returns the first forbidden construct in an expression, or null. */
export function findForbidden(tree: ASTNode, isInsidePass = false): ExpressionFault | null {
  const fault = forbiddenHere(tree, isInsidePass);
  if (fault) return fault;
  for (const [child, isBody] of childrenOf(tree)) {
    const inner = findForbidden(child, isInsidePass || isBody);
    if (inner) return inner;
  }
  return null;
}

/** Returns the operands of a node; `true` marks those that a list macro runs per item. */
export function childrenOf(tree: ASTNode): readonly (readonly [ASTNode, boolean])[] {
  switch (tree.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [[tree.args[0], false]];
    case '!_':
    case '-_':
      return [[tree.args, false]];
    case 'call':
      return tree.args[1].map((argument) => [argument, false]);
    case 'rcall': {
      const isPass = passes.includes(tree.args[0]);
      return [[tree.args[1], false], ...tree.args[2].map((argument) => [argument, isPass] as const)];
    }
    case 'map':
      return tree.args.flat().map((part) => [part, false]);
    default:
      return tree.args.map((argument) => [argument, false]);
  }
}

function forbiddenHere(tree: ASTNode, isInsidePass: boolean): ExpressionFault | null {
  if (tree.op === 'call') return forbiddenFunction(tree.args[0]);
  if (tree.op === 'rcall')
    return forbiddenMethod(tree.args[0], isInsidePass) ?? passOverMade(tree.args[0], tree.args[1]);
  if (tree.op === 'value') return forbiddenLiteral(tree.args);
  if (tree.op === 'in' && isInsidePass && tree.args[1].op !== 'list') return nestedPass('in');
  if (arithmetic.includes(tree.op) && childrenOf(tree).every(([operand]) => isNumberLiteral(operand)))
    return { message: 'two written numbers are computed with', remedy: 'write the result' };
  return null;
}

const noMatches: ExpressionFault = {
  message: '`matches` is not allowed: a regular expression can run without end',
  remedy: 'use contains, startsWith, endsWith or ==',
};

function forbiddenFunction(name: string): ExpressionFault | null {
  return name === 'matches' ? noMatches : unknownFunction(name, functions);
}

function forbiddenMethod(name: string, isInsidePass: boolean): ExpressionFault | null {
  if (name === 'matches') return noMatches;
  if (passes.includes(name) && isInsidePass) return nestedPass(name);
  return unknownFunction(name, methods);
}

function nestedPass(name: string): ExpressionFault {
  return {
    message: `\`${name}\` runs over a list inside another pass over a list`,
    remedy: 'nested passes are not allowed; let the node put the answer into its artifact',
  };
}

/**
 * A list made by `map` can contain each item twice, so passes over such lists could double their size every
 * time.
 */
function passOverMade(name: string, receiver: ASTNode): ExpressionFault | null {
  if (!passes.includes(name) || !hasMap(receiver)) return null;
  return {
    message: `\`${name}\` runs over a list that \`map\` makes`,
    remedy: `let \`${name}\` look into the items itself`,
  };
}

function hasMap(tree: ASTNode): boolean {
  if (tree.op === 'rcall' && tree.args[0] === 'map') return true;
  return childrenOf(tree).some(([child]) => hasMap(child));
}

function unknownFunction(name: string, known: readonly string[]): ExpressionFault | null {
  if (known.includes(name)) return null;
  return {
    message: `${cite(name)} is not a function of the expression language${didYouMean(name, known)}`,
    remedy: `the functions are ${[...new Set([...functions, ...methods])].join(', ')}`,
  };
}

function forbiddenLiteral(value: unknown): ExpressionFault | null {
  if (typeof value === 'number' && toDecimal(value).toNumber() !== value)
    return { message: `${value} has more than four places`, remedy: 'write at most four places' };
  if (typeof value === 'object' && value !== null)
    return { message: 'bytes and unsigned numbers are not used', remedy: 'write a text or a plain number' };
  return null;
}

function isNumberLiteral(tree: ASTNode): boolean {
  return tree.op === 'value' && (typeof tree.args === 'number' || typeof tree.args === 'bigint');
}
