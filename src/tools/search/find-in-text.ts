/** Finds the lines of a text that hold another, in one pass over the text. */
import { cutText } from '../../kernel/index.ts';
import { toolLimits } from '../calls/tool-limits.ts';

/** A line that holds the text, counted from one; long lines are shown around the first place in them. */
export type LineHit = { readonly line: number; readonly text: string };

/** Goes through the lines that hold a text of one line, each once. */
export function* findInText(text: string, pattern: string): Generator<LineHit> {
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(pattern); at >= 0; ) {
    for (let feed = text.indexOf('\n', counted); feed >= 0 && feed < at; feed = text.indexOf('\n', counted)) {
      line++;
      counted = feed + 1;
    }
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    yield { line, text: shorten(text.slice(counted, end), at - counted) };
    at = feed < 0 ? -1 : text.indexOf(pattern, end);
  }
}

/** Keeps the first hit of a line in what is shown. */
function shorten(text: string, at: number): string {
  const start =
    at + toolLimits.patternLength > toolLimits.hitLength && text.length > toolLimits.hitLength ? at : 0;
  return cutText(text.slice(start), toolLimits.hitLength).trim();
}
