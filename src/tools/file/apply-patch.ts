/**
 * Applies the hunks of a patch to a text, exactly: every old line must stand as the patch says. A hunk that does not
 * stand where it says is looked for behind the one before it, and applied where there is one such place.
 */
import { toolLimits } from '../calls/tool-limits.ts';
import { findMatches } from './find-matches.ts';
import { hasCrlfOnly } from './line-ends.ts';
import { type Hunk, type PatchFault, parsePatch } from './parse-patch.ts';

/** Returns the patched text, or which hunk does not apply and why. */
export function applyPatch(text: string, patch: string): { readonly text: string } | PatchFault {
  const hunks = parsePatch(patch, hasCrlfOnly(text) ? '\r\n' : '\n');
  return 'reason' in hunks ? hunks : applyHunks(linesOf(text), hunks);
}

function applyHunks(
  lines: readonly string[],
  hunks: readonly Hunk[],
): { readonly text: string } | PatchFault {
  const patched: string[] = [];
  let done = 0;
  let shift = 0;
  let searched = 0;
  for (const [index, hunk] of hunks.entries()) {
    let at: number | string = hunk.start + shift;
    if (!standsAt(lines, hunk.before, at)) {
      searched++;
      at = searched > toolLimits.searchedHunks ? 'too-many-searches' : findPlace(lines, hunk, done);
    }
    if (typeof at === 'string') return { reason: at, hunk: index + 1 };
    append(patched, lines, done, at);
    append(patched, hunk.after, 0, hunk.after.length);
    done = at + hunk.before.length;
    shift = at - hunk.start;
    if (hasInnerEnd(patched, lines, hunk, done)) return { reason: 'no-newline-inside', hunk: index + 1 };
  }
  append(patched, lines, done, lines.length);
  return { text: patched.join('') };
}

function findPlace(lines: readonly string[], { before }: Hunk, start: number): number | string {
  const { count, first } = findMatches(lines, before, start);
  if (count === 1) return first;
  return count === 0 ? 'no-such-lines' : 'ambiguous-lines';
}

function standsAt(lines: readonly string[], before: readonly string[], at: number): boolean {
  return at <= lines.length && before.every((line, index) => lines[at + index] === line);
}

/** Only the last line of a file has no end: two lines would become one. */
function hasInnerEnd(
  patched: readonly string[],
  lines: readonly string[],
  { after }: Hunk,
  done: number,
): boolean {
  const hasMore = done < lines.length;
  const own = patched.slice(Math.max(0, patched.length - after.length - 1));
  return own.some((line, index) => !line.endsWith('\n') && (hasMore || index < own.length - 1));
}

function append(target: string[], lines: readonly string[], start: number, end: number): void {
  for (let at = start; at < end; at++) target.push(lines[at] as string);
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
