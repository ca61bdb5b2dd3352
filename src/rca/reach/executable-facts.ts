/** Scripts without an extension, as tests start them: their first line says which language they are in. */
import { readSourceFacts, type SourceFacts } from '../../context/index.ts';
import type { ReachTree } from './reach-tree.ts';
import { nameOf } from './tree-paths.ts';

const FIRST_LINE = /^#![^\n]{0,200}?\b(node|deno|bun|tsx|python|ruby|php)[\d.]*\b/;
const EXTENSIONS: Readonly<Record<string, string>> = { python: 'py', ruby: 'rb', php: 'php' };

/** Reads the facts of a script without an extension; nothing where it is none. */
export function executableFacts(
  tree: ReachTree,
  path: string,
): { readonly facts: SourceFacts; readonly extension: string } | undefined {
  if (nameOf(path).includes('.')) return undefined;
  const text = tree.manifest(path) ?? '';
  const program = FIRST_LINE.exec(text)?.[1];
  if (program === undefined) return undefined;
  const extension = EXTENSIONS[program] ?? 'js';
  const facts = readSourceFacts(`x.${extension}`, new TextEncoder().encode(text));
  return facts && { facts, extension };
}
