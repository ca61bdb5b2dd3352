/** `file patch`: applies a unified diff to one file, exactly or not at all. */
import { fields, satisfying } from '../../kernel/index.ts';
import type { PreparedAct, ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { applyPatch } from './apply-patch.ts';
import { readChangedText } from './read-changed.ts';
import { writeContent } from './write-content.ts';

type PatchArguments = { readonly patch: string };

const KIBI = 1024;

/** The command `patch`; the names in the patch play no part, for the address says which file it is. */
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
