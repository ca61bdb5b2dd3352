/** Shortening that says so: texts end in how much was left out, lists in how many. */
import { displayWidth, splitAtColumn } from './display-width.ts';

/** Returns a text of at most so many characters, and after them how many more there were. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const head = text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '');
  return `${head}… (${text.length - head.length} more characters)`;
}

/** Returns a text that fits in the columns, ending in `…` where it was longer. */
export function cutToColumns(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  return `${splitAtColumn(text, Math.max(1, columns - 1))[0]}…`;
}

/** Keeps the end of a long path, which tells files of one tree apart. */
export function cutPath(path: string, columns: number): string {
  let end = path;
  while (displayWidth(end) > columns && end.includes('/')) end = end.slice(end.indexOf('/') + 1);
  return cutToColumns(end === path ? path : `…/${end}`, columns + 2);
}

/** Keeps the first lines and says how many more there are. */
export function foldLines(lines: readonly string[], most: number): readonly string[] {
  const rest = lines.length - most;
  // One more takes no more room than saying so.
  return rest > 1 ? [...lines.slice(0, most), `and ${rest} more`] : lines;
}

/** Returns the first items joined, and how many more there are. */
export function foldList(items: readonly string[], most: number): string {
  const rest = items.length - most;
  // One more takes no more room than saying so.
  if (rest <= 1) return items.join(', ');
  return `${items.slice(0, most).join(', ')} and ${rest} more`;
}
