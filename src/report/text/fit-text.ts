/** Fits text into columns: measures, cuts, folds and wraps it. */

/** Cuts a text to a number of characters, followed by the number omitted. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const head = text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '');
  return `${head}… (${text.length - head.length} more characters)`;
}

/** Cuts a text to fit the columns, ending in `…` if it was longer. */
export function cutToColumns(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  return `${splitAtColumn(text, Math.max(1, columns - 1))[0]}…`;
}

/** Cuts a path at its beginning, as the end distinguishes files of one tree. */
export function cutPath(path: string, columns: number): string {
  let end = path;
  while (displayWidth(end) > columns && end.includes('/')) end = end.slice(end.indexOf('/') + 1);
  return cutToColumns(end === path ? path : `…/${end}`, columns + 2);
}

/** Returns the first lines, and the number of the rest. */
export function foldLines(lines: readonly string[], most: number): readonly string[] {
  const rest = lines.length - most;
  // One more takes no more space than saying that there is one.
  return rest > 1 ? [...lines.slice(0, most), `and ${rest} more`] : lines;
}

/** Joins the first items, followed by the number of the rest. */
export function foldList(items: readonly string[], most: number): string {
  const rest = items.length - most;
  // One more takes no more space than saying that there is one.
  if (rest <= 1) return items.join(', ');
  return `${items.slice(0, most).join(', ')} and ${rest} more`;
}

const MARK = /\p{Mn}|\p{Me}/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of plain letters
const PLAIN = /^[\u0000-\u02ff]*$/;

/** Returns the display width of a text without control characters. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += characterWidth(character);
  return columns;
}

/** Pads a text with spaces to a number of columns. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** Splits a text after the characters that fit in the columns, at least one. */
export function splitAtColumn(text: string, columns: number): readonly [string, string] {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > columns && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

function characterWidth(character: string): number {
  if (PLAIN.test(character)) return 1;
  if (MARK.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Returns the lines of a text, none wider than the columns. */
export function wrapText(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, columns));
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (displayWidth(line) <= columns) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`;
    if (displayWidth(joined) <= columns) {
      current = joined;
      continue;
    }
    if (current !== '') lines.push(current);
    const pieces = breakWord(word, columns);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? '';
  }
  return [...lines, current];
}

/** Breaks a word that is wider than a line. */
function breakWord(word: string, columns: number): readonly string[] {
  const pieces: string[] = [];
  let rest = word;
  while (displayWidth(rest) > columns) {
    const [head, tail] = splitAtColumn(rest, columns);
    pieces.push(head);
    rest = tail;
  }
  return [...pieces, rest];
}
