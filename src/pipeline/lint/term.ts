/** A part of a condition that can take different values: what it is called in a proof, and which fields it reads. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { childrenOf } from '../expressions/check-expression.ts';
import { writeTree } from './write-tree.ts';

/** A term. */
export type Term = {
  /** One text for every way to write it. */
  readonly text: string;
  /** A size, a field read as it is, or anything else. */
  readonly kind: 'size' | 'field' | 'other';
  /** The fields that must be there for the term to have a value. */
  readonly fields: ReadonlySet<string>;
  /** The fields that `has` asks for in it. */
  readonly asked: readonly string[];
};

const WORD = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Describes the term a tree stands for. */
export function describeTerm(tree: ASTNode): Term {
  const path = pathOf(tree);
  const asked = askedField(tree);
  const fields = new Set(fieldsIn(tree));
  if (asked !== null) return { text: presenceQuestion(asked), kind: 'other', fields, asked: [asked] };
  if (path !== null) return { text: path, kind: 'field', fields, asked: [] };
  const isSize = (tree.op === 'call' || tree.op === 'rcall') && tree.args[0] === 'size';
  return { text: writeTree(tree), kind: isSize ? 'size' : 'other', fields, asked: [] };
}

/** Returns how a proof calls the question whether a field is there. */
export function presenceQuestion(field: string): string {
  return `has(${field})`;
}

/**
 * Returns the way to a field, however it is written, or null where the tree is no field.
 *
 * @example pathOf(tree of `output["a"].b[0]`) // 'output.a.b[0]'
 */
function pathOf(tree: ASTNode): string | null {
  if (tree.op === 'id') return tree.args;
  if (tree.op !== '.' && tree.op !== '[]') return null;
  const owner = pathOf(tree.args[0]);
  if (owner === null) return null;
  if (tree.op === '.') return `${owner}.${tree.args[1]}`;
  const key = tree.args[1].op === 'value' ? tree.args[1].args : null;
  if (typeof key === 'bigint') return `${owner}[${key}]`;
  if (typeof key !== 'string') return null;
  return WORD.test(key) ? `${owner}.${key}` : `${owner}[${JSON.stringify(key)}]`;
}

/** Returns every field a tree asks for with `has`. */
export function askedIn(tree: ASTNode): readonly string[] {
  const field = askedField(tree);
  return [...(field === null ? [] : [field]), ...childrenOf(tree).flatMap(([child]) => askedIn(child))];
}

/** Returns the field a tree itself asks for with `has`, or null. */
function askedField(tree: ASTNode): string | null {
  const [argument] = tree.op === 'call' && tree.args[0] === 'has' ? tree.args[1] : [];
  return argument === undefined ? null : pathOf(argument);
}

/** Returns every field a tree reads; what `has` asks for may be absent, what leads to it may not. */
export function fieldsIn(tree: ASTNode): readonly string[] {
  if (tree.op === 'call' && tree.args[0] === 'has')
    return tree.args[1].flatMap((argument) => childrenOf(argument).flatMap(([child]) => fieldsIn(child)));
  const path = tree.op === '.' || tree.op === '[]' ? pathOf(tree) : null;
  return [...(path === null ? [] : [path]), ...childrenOf(tree).flatMap(([child]) => fieldsIn(child))];
}
