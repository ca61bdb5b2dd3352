/**
 * Checks that each expression of a definition parses, uses nothing forbidden, and has the type its place
 * requires.
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { didYouMean } from '../../kernel/index.ts';
import { createTypeEnvironment, stateFields } from '../expressions/cel-environment.ts';
import { childrenOf, type ExpressionFault } from '../expressions/check-expression.ts';
import { isExpression, parseExact, parseExpression, summaryOf } from '../expressions/expression.ts';
import type { Definition, EdgeDraft } from './definition.ts';
import { finding, type PipelineFinding } from './finding.ts';
import type { Locator } from './read-definition.ts';

/** An expression of an edge and the type it must have. */
export type EdgeExpression = {
  readonly field: 'when' | 'max' | 'target' | 'set';
  /** The key within the field, if any. */
  readonly entry?: string;
  readonly text: string;
  readonly yields: 'bool' | 'int' | 'string' | 'dyn';
};

const loose = createTypeEnvironment(null, null);

/** Returns every expression that is not valid in its place. */
export function checkExpressions({ edges = [] }: Definition, locate: Locator): readonly PipelineFinding[] {
  return edges.flatMap((edge) =>
    expressionsOf(edge).flatMap((expression) => {
      const fault = faultOf(expression);
      if (fault === null) return [];
      const path = pathOf(expression);
      const message = `\`${path.join('.')}\` of \`${edge.id}\`: ${fault.message}`;
      return [finding(locate.edge(edge.id, ...path), 'expression', message, fault.remedy)];
    }),
  );
}

/** Returns the location of an expression within its edge. */
export function pathOf({ field, entry }: EdgeExpression): readonly string[] {
  return entry === undefined ? [field] : [field, entry];
}

/** Returns the expressions of an edge. */
export function expressionsOf({
  when,
  max,
  target,
  set = {},
}: {
  readonly when?: string | null;
  readonly max?: number | string | null;
  readonly target?: string | null;
  readonly set?: EdgeDraft['set'];
}): readonly EdgeExpression[] {
  return [
    ...(typeof when === 'string' ? [{ field: 'when', text: when, yields: 'bool' } as const] : []),
    ...(typeof max === 'string' ? [{ field: 'max', text: max, yields: 'int' } as const] : []),
    ...(typeof target === 'string' ? [{ field: 'target', text: target, yields: 'string' } as const] : []),
    ...Object.entries(set).flatMap(([entry, text]) =>
      typeof text === 'string' ? [{ field: 'set', entry, text, yields: 'dyn' } as const] : [],
    ),
  ];
}

/** Returns why an expression does not type-check in an environment, or null. */
export function typeFaultOf({ text, yields }: EdgeExpression, environment: Environment): string | null {
  const { valid, type = 'dyn', error } = parseExact(text, environment).check();
  if (!valid) return summaryOf(error);
  const fits = type === 'dyn' || yields === 'dyn' || type === yields;
  return fits ? null : `it yields ${type}, ${yields} is needed`;
}

function faultOf(expression: EdgeExpression): ExpressionFault | null {
  const parsed = parseExpression(expression.text);
  if (!isExpression(parsed)) return parsed;
  if (expression.field === 'max' && namesIn(parsed.tree).some((name) => name !== 'config'))
    return { message: 'a bound is read before anything else is', remedy: 'use config only' };
  const fault = typeFaultOf(expression, loose);
  return fault === null
    ? null
    : { message: `${fault}${nearIn(fault)}`, remedy: 'read fields of output, state and config as they are' };
}

/** Suggests the intended name; only names provided by the engine are known here. */
function nearIn(fault: string): string {
  const [, isKey, name = ''] = /^(?:(no such key)|unknown variable): (\w+)/.exec(fault) ?? [];
  return didYouMean(name, isKey ? Object.keys(stateFields) : ['output', 'state', 'config']);
}

function namesIn(tree: ASTNode): readonly string[] {
  if (tree.op === 'id') return [tree.args];
  return childrenOf(tree).flatMap(([child]) => namesIn(child));
}
