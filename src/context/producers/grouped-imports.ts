/** Imports that name several things at once, as Rust and PHP have them: each gives its whole path. */
import { partOf } from './node-parts.ts';
import type { SyntaxNode } from './syntax-parser.ts';

type TextOf = (node: SyntaxNode) => string;

/** Returns the paths of a `use` of Rust, with its lists written out. */
export function pathsOfRustUse(node: SyntaxNode, textOf: TextOf): readonly string[] {
  const argument = partOf(node, 'argument');
  return argument === undefined ? [] : rustPaths(argument, '', textOf);
}

/** Returns the names that a `use` of PHP brings in, with its groups written out. */
export function pathsOfPhpUse(node: SyntaxNode, textOf: TextOf): readonly string[] {
  const group = partOf(node, 'body');
  const prefix = node.children.find(({ type }) => type === 'namespace_name');
  const clauses = (group ?? node).children.filter(({ type }) => type === 'namespace_use_clause');
  const names = clauses.flatMap(({ children }) => children.find(({ field }) => field !== 'alias') ?? []);
  return names.map((name) => (prefix === undefined ? textOf(name) : `${textOf(prefix)}\\${textOf(name)}`));
}

function rustPaths(node: SyntaxNode, before: string, textOf: TextOf): readonly string[] {
  switch (node.type) {
    case 'use_list':
      return node.children
        .filter(({ type }) => !type.endsWith('comment'))
        .flatMap((part) => rustPaths(part, before, textOf));
    case 'scoped_use_list': {
      const path = partOf(node, 'path');
      const list = partOf(node, 'list');
      return list === undefined
        ? []
        : rustPaths(list, path === undefined ? before : join(before, textOf(path)), textOf);
    }
    case 'use_as_clause': {
      const path = partOf(node, 'path');
      return path === undefined ? [] : rustPaths(path, before, textOf);
    }
    case 'self':
      return [before === '' ? 'self' : before];
    default:
      return [join(before, textOf(node))];
  }
}

function join(before: string, path: string): string {
  return before === '' ? path : `${before}::${path}`;
}
