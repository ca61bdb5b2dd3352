/**
 * An expression of a definition: parsed and checked once, evaluated many times. If a field is absent, the
 * result names it and is not an error. Any other failure is a fault of the data.
 */
import { type ASTNode, type Environment, EvaluationError, type ParseResult } from '@marcbachmann/cel-js';
import { evaluationEnvironment, QUOTIENT } from './cel-environment.ts';
import { childrenOf, type ExpressionFault, findForbidden } from './check-expression.ts';
import { toExact } from './decimal.ts';
import {
  type CelValue,
  type ExpressionReads,
  fromCel,
  openScope,
  readsOf,
  readValues,
  type Scope,
} from './scope.ts';

/** Maximum length in characters. */
const MAX_EXPRESSION_LENGTH = 1_000;

/** The result of an evaluation: a plain value, an absent field, or a fault. */
export type Evaluation =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'absent'; readonly reason: string }
  | { readonly kind: 'fault'; readonly reason: string };

/** A parsed expression. */
export type Expression = {
  readonly text: string;
  readonly tree: ASTNode;
  evaluate(scope: Scope): Evaluation;
};

/** Parses an expression, or returns what is wrong with it. */
export function parseExpression(text: string): Expression | ExpressionFault {
  if (text.length > MAX_EXPRESSION_LENGTH)
    return {
      message: `the expression is longer than ${MAX_EXPRESSION_LENGTH} characters`,
      remedy: 'let the node put the answer into its artifact',
    };
  try {
    const tree = evaluationEnvironment.parse(text).ast;
    return findForbidden(tree) ?? prepare(text, tree);
  } catch (error) {
    return { message: `the expression cannot be read: ${summaryOf(error)}`, remedy: 'write CEL' };
  }
}

function prepare(text: string, tree: ASTNode): Expression {
  // Created on first use: most definitions are only read, and many edges are never tried.
  let prepared: Prepared | null = null;
  return {
    text,
    tree,
    evaluate: (scope) => {
      prepared ??= {
        run: parseToRun(text, evaluationEnvironment),
        reads: readsOf(tree),
        repeated: repeatedReadsOf(tree),
      };
      return evaluate(prepared, scope);
    },
  };
}

/** The prepared state for evaluation. */
type Prepared = {
  readonly run: ParseResult;
  readonly reads: ExpressionReads;
  readonly repeated: ReturnType<typeof repeatedReadsOf>;
};

/** Distinguishes an expression from a fault. */
export function isExpression(parsed: Expression | ExpressionFault): parsed is Expression {
  return 'tree' in parsed;
}

/** Returns the first line of a CEL error message. */
export function summaryOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.split('\n', 1)[0] ?? message;
  return line.charAt(0).toLowerCase() + line.slice(1);
}

function evaluate({ run, reads, repeated }: Prepared, scope: Scope): Evaluation {
  try {
    const opened = openScope(scope, reads);
    if (repeated.length > 0) requireAffordable(repeated, opened, readValues(opened, reads));
    return { kind: 'value', value: fromCel(run(opened)) };
  } catch (error) {
    const reason = summaryOf(error);
    if (error instanceof EvaluationError && isAbsence(error)) {
      const { start, end } = error.range ?? { start: 0, end: 0 };
      const place = error.node?.input?.slice(error.node.start ?? start, error.node.end ?? end);
      return { kind: 'absent', reason: place ? `\`${place}\` is absent` : reason };
    }
    return { kind: 'fault', reason };
  }
}

function isAbsence({ code }: EvaluationError): boolean {
  return code === 'no_such_key' || code === 'index_out_of_bounds';
}

/** The path of a field that is read per item: `output`, then keys. */
type FieldPath = readonly [record: string, ...keys: (string | bigint)[]];

type Records = { readonly [name: string]: ReadonlyMap<string, CelValue> };

/** Limit on the work of passes: the characters and values read per item, times the number of items. */
const MAX_REPEATED = 10_000_000;

const records: readonly string[] = ['output', 'state', 'config'];

/** Returns the fields a pass reads besides its item. */
function repeatedReadsOf(tree: ASTNode, isInsidePass = false): readonly FieldPath[] {
  const path = isInsidePass ? fieldPath(tree) : null;
  if (path !== null) return [path];
  return childrenOf(tree).flatMap(([child, isBody]) => repeatedReadsOf(child, isInsidePass || isBody));
}

/** Throws if the passes of an expression would read too much; `known` are the fields it reads. */
function requireAffordable(
  repeated: readonly FieldPath[],
  opened: Records,
  known: readonly CelValue[],
): void {
  const weight = repeated.reduce((sum, path) => sum + weigh(valueAt(path, opened)), 0);
  const items = known.reduce<number>((most, value) => Math.max(most, longestIn(value)), 0);
  if (weight * items > MAX_REPEATED)
    throw new RangeError(
      `too large to decide: ${weight} characters and values would be read for each of ${items} items`,
    );
}

function fieldPath(tree: ASTNode): FieldPath | null {
  if (tree.op === 'id') return records.includes(tree.args) ? [tree.args] : null;
  if (tree.op !== '.' && tree.op !== '[]') return null;
  const [owner, key] = tree.args;
  const path = fieldPath(owner);
  const name = typeof key === 'string' ? key : key.op === 'value' ? key.args : null;
  return path !== null && (typeof name === 'string' || typeof name === 'bigint') ? [...path, name] : null;
}

function valueAt([record, ...keys]: FieldPath, opened: Records): CelValue | ReadonlyMap<string, CelValue> {
  let value: unknown = opened[record];
  for (const key of keys)
    value = value instanceof Map ? value.get(key) : Array.isArray(value) ? value[Number(key)] : null;
  return (value ?? null) as CelValue;
}

function weigh(value: CelValue | ReadonlyMap<string, CelValue>): number {
  if (typeof value === 'string') return value.length;
  let weight = 1;
  for (const one of partsOf(value)) weight += weigh(one);
  return weight;
}

function longestIn(value: CelValue): number {
  let longest = Array.isArray(value) ? value.length : value instanceof Map ? value.size : 0;
  for (const one of partsOf(value)) longest = Math.max(longest, longestIn(one));
  return longest;
}

function partsOf(value: unknown): Iterable<CelValue> {
  if (Array.isArray(value)) return value;
  return value instanceof Map ? value.values() : [];
}

/** A node for which CEL can evaluate a substitute, as it does for its own macros. */
type Replaceable = { readonly setMeta: (key: 'alternate', node: ASTNode) => void };

/** Parses an expression for type checking: numbers are exact, divisions are left as written. */
export function parseExact(text: string, environment: Environment): ParseResult {
  const run = environment.parse(text);
  visitTree(run.ast, (node) => {
    if (node.op === 'value' && typeof node.args === 'number')
      Object.assign(node, { args: toExact(node.args) });
  });
  return run;
}

/** Parses an expression for evaluation. */
function parseToRun(text: string, environment: Environment): ParseResult {
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
