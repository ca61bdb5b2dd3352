/**
 * A part of a condition that can take different values: its canonical text, and the fields it reads.
 * Equivalent spellings have the same text, and different terms have different texts.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import { elementTraits } from '../agents/index.ts';
import type { Graph, GraphNode } from '../definition/graph.ts';
import type { ConfigValue } from '../expressions/cel-environment.ts';
import { childrenOf } from '../expressions/check-expression.ts';

/** A term. */
export type Term = {
  /** The same text for all equivalent spellings. */
  readonly text: string;
  /** A size, a plain field, or anything else. */
  readonly kind: 'size' | 'field' | 'other';
  /** The fields that must be present for the term to have a value. */
  readonly fields: ReadonlySet<string>;
  /** The fields tested with `has` in it. */
  readonly asked: readonly string[];
};

const WORD = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Describes the term for a tree. */
export function describeTerm(tree: ASTNode): Term {
  const path = pathOf(tree);
  const asked = askedField(tree);
  const fields = new Set(fieldsIn(tree));
  if (asked !== null) return { text: presenceQuestion(asked), kind: 'other', fields, asked: [asked] };
  if (path !== null) return { text: path, kind: 'field', fields, asked: [] };
  const isSize = (tree.op === 'call' || tree.op === 'rcall') && tree.args[0] === 'size';
  return { text: writeTree(tree), kind: isSize ? 'size' : 'other', fields, asked: [] };
}

/** Returns the name of the question whether a field is present. */
export function presenceQuestion(field: string): string {
  return `has(${field})`;
}

/**
 * Returns the path of a field in canonical spelling, or null if the tree is not a field.
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

/** Returns every field that a tree tests with `has`. */
export function askedIn(tree: ASTNode): readonly string[] {
  const field = askedField(tree);
  return [...(field === null ? [] : [field]), ...childrenOf(tree).flatMap(([child]) => askedIn(child))];
}

/** Returns the field that a tree itself tests with `has`, or null. */
function askedField(tree: ASTNode): string | null {
  const [argument] = tree.op === 'call' && tree.args[0] === 'has' ? tree.args[1] : [];
  return argument === undefined ? null : pathOf(argument);
}

/** Returns every field a tree reads; a field tested with `has` may be absent, but not its parents. */
export function fieldsIn(tree: ASTNode): readonly string[] {
  if (tree.op === 'call' && tree.args[0] === 'has')
    return tree.args[1].flatMap((argument) => childrenOf(argument).flatMap(([child]) => fieldsIn(child)));
  const path = tree.op === '.' || tree.op === '[]' ? pathOf(tree) : null;
  return [...(path === null ? [] : [path]), ...childrenOf(tree).flatMap(([child]) => fieldsIn(child))];
}

/** The variables at a node; one that only an element could set, but none does, is undefined. */
export type ConfigAt = { readonly [name: string]: ConfigValue | undefined };

/** Returns the variables at a node; null means every node, whose elements differ. */
export function configAt({ vars }: Pick<Graph, 'vars'>, node: GraphNode | null): ConfigAt {
  const traits = node?.element ? elementTraits(node.element) : null;
  return {
    max_loops: traits?.maxLoops,
    convergence_threshold: traits?.convergenceThreshold,
    evidence_depth: traits?.evidenceDepth,
    ...vars,
  };
}

/** The canonical name of the item in a pass over a list. */
const ITEM = 'item';

/** Writes a tree in canonical form; `item` is the author's name for the item of the surrounding pass. */
function writeTree(tree: ASTNode, item: string | null = null): string {
  const write = (part: ASTNode) => writeTree(part, item);
  const operand = (part: ASTNode) => (isOperation(part) ? `(${write(part)})` : write(part));
  switch (tree.op) {
    case 'value':
      return typeof tree.args === 'string' ? JSON.stringify(tree.args) : String(tree.args);
    case 'id':
      return tree.args === item ? ITEM : tree.args;
    case '.':
    case '.?':
      return `${operand(tree.args[0])}${tree.op}${tree.args[1]}`;
    case '[]':
      return `${operand(tree.args[0])}${writeKey(tree.args[1], write)}`;
    case '!_':
    case '-_':
      return `${tree.op[0]}${operand(tree.args)}`;
    case 'call':
      return `${tree.args[0]}(${tree.args[1].map(write).join(', ')})`;
    case 'rcall':
      return writeMethod(tree.args, write);
    case 'list':
      return `[${tree.args.map(write).join(', ')}]`;
    case 'map':
      return `{${tree.args.map((entry) => entry.map(write).join(': ')).join(', ')}}`;
    case '?:': {
      const [condition, then, otherwise] = tree.args;
      return `${operand(condition)} ? ${operand(then)} : ${operand(otherwise)}`;
    }
    default:
      return tree.args.map(operand).join(` ${tree.op} `);
  }
}

/** Writes a key, as a field if possible. */
function writeKey(key: ASTNode, write: (part: ASTNode) => string): string {
  const isWord = key.op === 'value' && typeof key.args === 'string' && WORD.test(key.args);
  return isWord ? `.${key.args}` : `[${write(key)}]`;
}

function writeMethod(
  [name, receiver, parts]: readonly [string, ASTNode, readonly ASTNode[]],
  write: (part: ASTNode) => string,
): string {
  const owner = isOperation(receiver) ? `(${write(receiver)})` : write(receiver);
  if (name === 'size' && parts.length === 0) return `size(${write(receiver)})`;
  const [variable, ...bodies] = parts;
  // Passes are not nested, so a body has one item.
  if (bodies.length === 0 || variable?.op !== 'id') return `${owner}.${name}(${parts.map(write).join(', ')})`;
  const written = bodies.map((body) => writeTree(body, variable.args));
  return `${owner}.${name}(${[ITEM, ...written].join(', ')})`;
}

function isOperation({ op }: ASTNode): boolean {
  return !['value', 'id', '.', '.?', '[]', 'call', 'rcall', 'list', 'map'].includes(op);
}
