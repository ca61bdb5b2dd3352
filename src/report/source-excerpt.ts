/** The line of a text in which something stands, cut to what surrounds the place, with where to put a caret. */
import { cutToColumns } from './cut-text.ts';
import { displayWidth } from './display-width.ts';
import { visibleText } from './visible-text.ts';

/** A line, and the column in it; columns count from 1. */
export type SourcePlace = { readonly source: string; readonly column: number };

/** What stands before the place at most, so that the caret is always on the screen. */
const CONTEXT = 40;

/** Cuts a line to so many columns around its place. */
export function sourceExcerpt(
  { source, column }: SourcePlace,
  columns: number,
): { readonly text: string; readonly caret: number } {
  const isFitting = displayWidth(visibleText(source)) <= columns;
  const start = isFitting ? 0 : Math.max(0, column - 1 - CONTEXT);
  const before = (start === 0 ? '' : '…') + visibleText(source.slice(start, column - 1));
  const text = before + visibleText(source.slice(column - 1, column - 1 + columns));
  return { text: cutToColumns(text, columns), caret: Math.min(displayWidth(before), columns - 1) };
}
