/**
 * `file delete`: deletes a regular file, provided that it has not changed since it was read. With an explicit
 * argument, deletes a directory that is empty, or one with all its contents.
 */

import type { RefPlace } from '../../guard/index.ts';
import { fields, oneOf } from '../../kernel/index.ts';
import { createTurns } from '../calls/create-turns.ts';
import type { PreparedAct, ToolCall, ToolCommand, ToolResult, UndecidedCall } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { DiskEntry, DiskFault } from '../ports/disk.ts';
import { isOfGit } from '../ports/git.ts';
import { lookAtChanged, refuseChange } from './read-changed.ts';
import { refuseRead } from './read-file.ts';
import { refuseChangeFault } from './write-content.ts';

/** The command `delete`. The gate decides on the contents of a directory like on the directory itself. */
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

/** The arguments of `delete`. */
type RemoveArguments = { readonly directory?: 'empty' | 'whole' };

/** The contents of a directory, each directory before its own contents; names are paths below it. */
type Contents = { readonly entries: readonly DiskEntry[]; readonly isAllSeen: boolean };

/** Returns the places of everything visible that is removed with a directory. */
async function removedWith(call: UndecidedCall): Promise<readonly RefPlace[]> {
  if ((call.arguments as RemoveArguments).directory !== 'whole') return [];
  const contents = await lookThrough(call);
  return typeof contents === 'string' ? [] : contents.entries.map(({ name }) => placeBelow(call.place, name));
}

/** Prepares the removal of a granted directory with the contents the gate decided on. */
async function prepareRemoval(call: ToolCall): Promise<PreparedAct<'disk'> | ToolResult> {
  const { place, others, reply } = call;
  const { directory } = call.arguments as RemoveArguments;
  const contents = place.path === '' ? 'not-a-directory' : await lookThrough(call);
  if (contents === 'too-large') return refuseChange(reply, contents);
  if (typeof contents === 'string') return refuseRead(reply, contents, 'MCP-FILE-I-002');
  const { entries, isAllSeen } = contents;
  if ([place, ...others].some(({ path }) => isOfGit(path))) return refuseChange(reply, 'of-git');
  if (directory === 'empty' && entries.length > 0) return refuseChange(reply, 'not-empty');
  // INVARIANT (nothing unseen is removed, or told of): the reply is the same as if the system did not permit
  // it.
  if (!isAllSeen) return refuseChangeFault(reply, 'unwritable');
  // INVARIANT (only what the gate was asked about): anything added since then is not removed.
  const asked = new Set(others.map(({ path }) => path));
  if (!entries.every(({ name }) => asked.has(placeBelow(place, name).path)))
    return refuseChangeFault(reply, 'changed');
  const intent = { removed: 'directory', entries: entries.length };
  return {
    intent,
    act: (disk) => {
      const fault = disk.removeDirectory(place.disk, entries);
      if (fault !== null) return refuseChangeFault(reply, fault);
      return { reply: reply.success('MCP-FILE-S-008', { data: { resolved: place.address, ...intent } }) };
    },
  };
}

async function lookThrough({
  place,
  view,
  means,
}: UndecidedCall): Promise<Contents | DiskFault | 'too-large'> {
  const turn = createTurns();
  const entries: DiskEntry[] = [];
  const waiting = [''];
  let isAllSeen = true;
  for (let top = waiting.shift(); top !== undefined; top = waiting.shift()) {
    const listed = means.disk.listDirectory(placeBelow(place, top).disk);
    if (typeof listed === 'string') return listed;
    for (const { name, kind } of listed) {
      const path = top === '' ? name : `${top}/${name}`;
      const isSeen = view().find(placeBelow(place, path).path) !== undefined;
      isAllSeen &&= isSeen;
      if (isSeen) entries.push({ name: path, kind });
      if (isSeen && kind === 'directory') waiting.push(path);
      await turn();
    }
    const isTooDeep = top.split('/').length > toolLimits.listedDepth;
    if (entries.length > toolLimits.removedEntries || isTooDeep) return 'too-large';
  }
  return { entries, isAllSeen };
}

function placeBelow(place: RefPlace, below: string): RefPlace {
  if (below === '') return place;
  const path = place.path === '' ? below : `${place.path}/${below}`;
  return { ...place, path, address: `${place.address}/${below}`, disk: { ...place.disk, path } };
}
