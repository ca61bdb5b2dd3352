/** `file patch`: applies a unified diff to one file, exactly or not at all. */
import { fields, satisfying } from '../../kernel/index.ts';
import type { PreparedAct, ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { findMatches, hasCrlfOnly } from './find-matches.ts';
import { type Hunk, type PatchFault, parsePatch } from './parse-patch.ts';
import { readChangedText } from './read-changed.ts';
import { writeContent } from './write-content.ts';

type PatchArguments = { readonly patch: string };

const KIBI = 1024;

/** The command `patch`. File names in the patch are ignored, because the address determines the file. */
export const patchFile: ToolCommand = {
  shape: fields(
    {
      patch: satisfying(
        (value) => typeof value === 'string' && value.length <= toolLimits.patchBytes && value.isWellFormed(),
        `a unified diff of at most ${toolLimits.patchBytes / KIBI} KiB`,
        { type: 'string', maxLength: toolLimits.patchBytes },
      ),
    },
    ['patch'],
  ),
  needs: 'disk',
  run,
};

function run(call: ToolCall): PreparedAct<'disk'> | ToolResult {
  const file = readChangedText(call);
  if ('refused' in file) return file.refused;
  const patched = applyPatch(file.text, (call.arguments as PatchArguments).patch);
  if ('reason' in patched) return { reply: call.reply.invalid('MCP-FILE-I-006', { data: { ...patched } }) };
  const bytes = new TextEncoder().encode(patched.text);
  return writeContent(call, { bytes, expected: file.content, code: 'MCP-FILE-S-007' });
}

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

/** Only the last line of a file may lack a line feed; otherwise two lines would be joined. */
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
