/**
 * `file delete`: takes a regular file away, provided that it is still the one that was looked at, or by an explicit
 * argument a directory, empty or with all that is in it.
 */
import { fields, oneOf } from '../../kernel/index.ts';
import type { PreparedAct, ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { prepareRemoval, type RemoveArguments, removedWith } from './delete-directory.ts';
import { lookAtChanged } from './read-changed.ts';
import { refuseRead } from './refuse-read.ts';
import { refuseChangeFault } from './write-content.ts';

/** The command `delete`; what lies in a directory is put to the gate like the directory itself. */
export const deleteFile: ToolCommand = {
  shape: fields({ directory: oneOf(['empty', 'whole']) }, []),
  needs: 'disk',
  within: removedWith,
  run,
};

function run(call: ToolCall): PreparedAct<'disk'> | ToolResult | Promise<PreparedAct<'disk'> | ToolResult> {
  const { place, reply } = call;
  if ((call.arguments as RemoveArguments).directory !== undefined) return prepareRemoval(call);
  const file = lookAtChanged(call);
  if (file === 'absent') return refuseRead(reply, file, 'MCP-FILE-I-001');
  if ('refused' in file) return file.refused;
  const intent = { deleted: file.content, bytes: file.bytes };
  return {
    intent,
    act: (disk) => {
      const fault = disk.deleteFile(place.disk, file.expected);
      if (fault !== null) return refuseChangeFault(reply, fault);
      return { reply: reply.success('MCP-FILE-S-006', { data: { resolved: place.address, ...intent } }) };
    },
  };
}
