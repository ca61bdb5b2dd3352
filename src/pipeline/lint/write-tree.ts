/**
 * Writes a part of a condition so that its parts can be told from nothing else: one text for every way to write it, and
 * no text for two things that differ.
 */
import type { ASTNode } from '@marcbachmann/cel-js';

/** What an item is called in every pass over a list. */
const ITEM = 'item';
const WORD = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Writes a tree; `item` is what its author called the item of the pass it stands in. */
export function writeTree(tree: ASTNode, item: string | null = null): string {
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

/** Returns the text of a key: a field where it can be written as one. */
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
  // Passes are not nested, so a body knows one item.
  if (bodies.length === 0 || variable?.op !== 'id') return `${owner}.${name}(${parts.map(write).join(', ')})`;
  const written = bodies.map((body) => writeTree(body, variable.args));
  return `${owner}.${name}(${[ITEM, ...written].join(', ')})`;
}

function isOperation({ op }: ASTNode): boolean {
  return !['value', 'id', '.', '.?', '[]', 'call', 'rcall', 'list', 'map'].includes(op);
}
