/** Finds paths of files that plain words name, as questions of a reviewer do. */
import { sourceSyntax } from '../../context/index.ts';

// Every count is bounded, so that no text keeps the search busy.
const PATH = /[\w@.-]{1,100}(?:\/[\w@.-]{1,100}){0,20}/g;
const LONGEST_TEXT = 20_000;
const MOST_PATHS = 20;

/** Returns the paths and names of sources that a text names, in order, each once. */
export function namedPaths(text: string): readonly string[] {
  const found = (text.slice(0, LONGEST_TEXT).match(PATH) ?? []).map((path) => path.replace(/\.$/, ''));
  return [...new Set(found.filter((path) => sourceSyntax(path) !== undefined))].slice(0, MOST_PATHS);
}
