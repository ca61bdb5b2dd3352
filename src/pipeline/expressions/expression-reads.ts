/** Which fields an expression can read, told from its tree: only those have to be there when it is evaluated. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { scopeNames } from './cel-environment.ts';
import { childrenOf } from './check-expression.ts';

type ScopeName = (typeof scopeNames)[number];

/** The fields an expression can read of each record, or all where it reads the record as a whole. */
export type ExpressionReads = { readonly [Name in ScopeName]: readonly string[] | 'all' };

/** Returns what an expression can read. */
export function readsOf(tree: ASTNode): ExpressionReads {
  const fields = { output: new Set<string>(), state: new Set<string>(), config: new Set<string>() };
  const whole = new Set<ScopeName>();
  const visit = (node: ASTNode): void => {
    const name = scopeNameOf(node);
    const access = accessOf(node);
    if (name !== null) whole.add(name);
    else if (access !== null) fields[access.name].add(access.field);
    else for (const [child] of childrenOf(node)) visit(child);
  };
  visit(tree);
  const readsFrom = (name: ScopeName) => (whole.has(name) ? 'all' : [...fields[name]]);
  return { output: readsFrom('output'), state: readsFrom('state'), config: readsFrom('config') };
}

/** Returns the field that `output.field` or `output["field"]` names. */
function accessOf(node: ASTNode): { readonly name: ScopeName; readonly field: string } | null {
  if (node.op !== '.' && node.op !== '[]') return null;
  const [record, key] = node.args;
  const name = scopeNameOf(record);
  const field = typeof key === 'string' ? key : key.op === 'value' ? key.args : null;
  return name !== null && typeof field === 'string' ? { name, field } : null;
}

function scopeNameOf(node: ASTNode): ScopeName | null {
  return node.op === 'id' ? (scopeNames.find((name) => name === node.args) ?? null) : null;
}
