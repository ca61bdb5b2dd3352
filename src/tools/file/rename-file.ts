/** `file rename`: moves a file to another address in the same root; an existing file is never replaced. */
import { fields, satisfying } from '../../kernel/index.ts';
import type { PreparedAct, ToolCall, ToolCommand, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import { isOfGit } from '../ports/git.ts';
import { lookAtChanged, refuseChange } from './read-changed.ts';
import { refuseRead } from './read-file.ts';
import { refuseChangeFault } from './write-content.ts';

type RenameArguments = { readonly to: string };

/**
 * The command `rename`. Both addresses are resolved and enforced; leaving a place requires permission to
 * delete there.
 */
export const renameFile: ToolCommand = {
  shape: fields(
    {
      to: satisfying(
        (value) => typeof value === 'string' && value.length <= toolLimits.notedAddressLength,
        'an address',
        { type: 'string', maxLength: toolLimits.notedAddressLength },
      ),
    },
    ['to'],
  ),
  needs: 'disk',
  // INVARIANT (moving out is deleting): permission to write without permission to delete removes nothing.
  removesBy: 'file delete',
  further: (given) => [{ address: (given as RenameArguments).to, requireExists: false }],
  run,
};

function run(call: ToolCall): PreparedAct<'disk'> | ToolResult {
  const { place: from, reply, means } = call;
  const [to] = call.others;
  // Two roots are separate pieces of work, whatever disk they are on.
  if (to === undefined || to.root !== from.root) return refuseChange(reply, 'other-root');
  if (isOfGit(to.path)) return refuseChange(reply, 'of-git');
  const file = lookAtChanged(call);
  if (file === 'absent') return refuseRead(reply, file, 'MCP-FILE-I-001');
  if ('refused' in file) return file.refused;
  if (means.disk.readFile(to.disk, { maxBytes: 0 }) !== 'absent') return refuseChangeFault(reply, 'exists');
  const { content, expected, bytes } = file;
  return {
    intent: { to: to.address, content, bytes },
    act: (disk) => {
      const fault = disk.moveFile({ from: from.disk, to: to.disk, expected });
      if (fault !== null) return refuseChangeFault(reply, fault);
      const data = { resolved: from.address, to: to.address, content, bytes };
      return { reply: reply.success('MCP-FILE-S-005', { data }) };
    },
  };
}
