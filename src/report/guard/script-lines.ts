/** A script as numbered lines of a width. Lines are broken where the screen ends, so that nothing stands beyond its edge. */
import { splitAtColumn } from '../display-width.ts';
import type { ApprovalDocument } from './shown-approvals.ts';
import { visibleBytes, visibleCodeLine } from './visible-code.ts';

const SEPARATOR = ' │ ';
const CONTINUED = '…';

/** Returns a script's lines; none where it is not kept. */
export function scriptLines(
  { text, base64 }: Pick<ApprovalDocument, 'text' | 'base64'>,
  width: number,
): readonly string[] {
  const lines = text === null ? base64 && splitLines(atob(base64)).map(visibleBytes) : codeLines(text);
  if (!lines) return [];
  const digits = String(lines.length).length + 1;
  return lines.flatMap((line, index) =>
    breakLine(line, width - digits - SEPARATOR.length).map(
      (part, place) => `${(place === 0 ? String(index + 1) : CONTINUED).padStart(digits)}${SEPARATOR}${part}`,
    ),
  );
}

/** Counts the lines of a script; a last one without an end counts. */
export function countLines({ text, base64 }: Pick<ApprovalDocument, 'text' | 'base64'>): number {
  return splitLines(text ?? atob(base64 ?? '')).length;
}

function codeLines(text: string): readonly string[] {
  return splitLines(text).map(visibleCodeLine);
}

function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Breaks a line after as many columns as there are; unlike prose, it keeps every space. */
export function breakLine(line: string, columns: number): readonly string[] {
  const parts: string[] = [];
  let rest = line;
  do {
    const [head, tail] = splitAtColumn(rest, columns);
    parts.push(head);
    rest = tail;
  } while (rest !== '');
  return parts;
}
