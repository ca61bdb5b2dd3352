/**
 * `file write`: writes a whole file from text or base64. An existing file is only replaced if it has not
 * changed since it was read.
 */
import { fields, flag, type Shape, satisfying, shownAs } from '../../kernel/index.ts';
import type { PreparedAct, ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { lookAtChanged } from './read-changed.ts';
import { refuseRead } from './read-file.ts';
import { refuseChangeFault, writeContent } from './write-content.ts';

type WriteArguments = {
  readonly text?: string;
  readonly base64?: string;
  /** True if the file must not exist, false if it must exist; either is fine if omitted. */
  readonly create?: boolean;
};

const MEBI = 1024 * 1024;
// Four characters for every three bytes, rounded up.
const base64Length = Math.ceil(toolLimits.changedFileBytes / 3) * 4;

/** Accepts the texts that files can contain. */
export const contentText = satisfying(
  (value) => typeof value === 'string' && value.length <= toolLimits.changedFileBytes && value.isWellFormed(),
  `a text of at most ${toolLimits.changedFileBytes / MEBI} MiB`,
  { type: 'string', maxLength: toolLimits.changedFileBytes },
);

const writeFields = fields(
  {
    text: contentText,
    base64: satisfying(
      (value) => typeof value === 'string' && value.length <= base64Length && bytesOf(value) !== undefined,
      `the base64 of at most ${toolLimits.changedFileBytes / MEBI} MiB`,
      { type: 'string', maxLength: base64Length },
    ),
    create: flag,
  },
  [],
);

const eitherContent: Shape = (value, whole, path = []) => {
  const misfits = writeFields(value, whole, path);
  const { text, base64 } = misfits.length > 0 ? { text: '' } : (value as WriteArguments);
  if ((text === undefined) !== (base64 === undefined)) return misfits;
  const remedy = 'write either `text` or `base64`';
  return [{ path: [...path, 'text'], problem: 'wrong-value', message: remedy, remedy }];
};

const writeShape = shownAs(eitherContent, writeFields.schema);

export const writeFile: ToolCommand = { shape: writeShape, requireExists: false, needs: 'disk', run };

function run(call: ToolCall): PreparedAct<'disk'> | ToolResult {
  const { text, base64 = '', create } = call.arguments as WriteArguments;
  const found = lookAtChanged(call);
  if (found !== 'absent' && 'refused' in found) return found.refused;
  const expected = found === 'absent' ? 'nothing' : found.expected;
  if (create === true && expected !== 'nothing') return refuseChangeFault(call.reply, 'exists');
  if (create === false && expected === 'nothing') return refuseRead(call.reply, 'absent', 'MCP-FILE-I-001');
  const bytes = text === undefined ? (bytesOf(base64) ?? new Uint8Array()) : new TextEncoder().encode(text);
  return writeContent(call, { bytes, expected, code: 'MCP-FILE-S-003' });
}

/** Decodes canonical base64, with padding and without spaces; undefined for anything else. */
function bytesOf(base64: string): Uint8Array | undefined {
  try {
    const text = atob(base64);
    if (btoa(text) !== base64) return undefined;
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
