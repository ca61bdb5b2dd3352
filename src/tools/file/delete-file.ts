/** `file delete`: takes a regular file away, provided that it is still the one that was looked at. */
import { fields } from '../../kernel/index.ts';
import type { PreparedAct, ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { lookAtChanged } from './read-changed.ts';
import { refuseRead } from './refuse-read.ts';
import { refuseChangeFault } from './write-content.ts';

/** The command `delete`. */
export const deleteFile: ToolCommand = { shape: fields({}, []), needs: 'disk', run };

function run(call: ToolCall): PreparedAct<'disk'> | ToolResult {
  const { place, reply } = call;
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
