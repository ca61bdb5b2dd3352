/** `file edit`: replaces a text that occurs exactly once in a file. */
import { fields, isId, satisfying } from '../../kernel/index.ts';
import type { PreparedAct, ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { findMatches, hasCrlfOnly, toCrlf } from './find-matches.ts';
import { readChangedText } from './read-changed.ts';
import { refuseChangeFault, writeContent } from './write-content.ts';
import { contentText } from './write-file.ts';

type EditArguments = {
  readonly find: string;
  readonly replace: string;
  /** The content id of the file that the edit is meant for. */
  readonly expected?: string;
};

const soughtText = satisfying(
  (value) => value !== '' && contentText(value, '').length === 0,
  'a text that is not empty',
  { ...contentText.schema, minLength: 1, description: 'a text that stands in the file exactly once' },
);

export const editFile: ToolCommand = {
  shape: fields(
    {
      find: soughtText,
      replace: contentText,
      expected: satisfying(
        (value) => typeof value === 'string' && isId(value, 'content'),
        'the content id of a file',
        { type: 'string' },
      ),
    },
    ['find', 'replace'],
  ),
  needs: 'disk',
  run,
};

function run(call: ToolCall): PreparedAct<'disk'> | ToolResult {
  const given = call.arguments as EditArguments;
  const file = readChangedText(call);
  if ('refused' in file) return file.refused;
  if (given.expected !== undefined && given.expected !== file.content)
    return refuseChangeFault(call.reply, 'changed');
  const ended = hasCrlfOnly(file.text) ? toCrlf : (text: string) => text;
  const find = ended(given.find);
  const { count, first } = findMatches(file.text, find);
  if (count !== 1) return { reply: call.reply.invalid('MCP-FILE-I-005', { data: { matches: count } }) };
  const text = file.text.slice(0, first) + ended(given.replace) + file.text.slice(first + find.length);
  const bytes = new TextEncoder().encode(text);
  return writeContent(call, { bytes, expected: file.content, code: 'MCP-FILE-S-004' });
}
