/** Cuts a text to a number of characters without leaving half of one, and shows that it did. */

/** Returns a text that is no longer than a number of UTF-16 units. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
