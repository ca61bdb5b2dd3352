/** Breaks text into lines of a width, at spaces where there are some, so that nothing is cut. */
import { displayWidth, splitAtColumn } from './display-width.ts';

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
