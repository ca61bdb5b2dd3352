/** The tool `file`: reading and listing what is visible, and changing one file at a time. */
import type { ToolCommands } from '../calls/tool-command.ts';
import { deleteFile } from './delete-file.ts';
import { editFile } from './edit-file.ts';
import { listFiles } from './list-directory.ts';
import { patchFile } from './patch-file.ts';
import { readFile } from './read-file.ts';
import { renameFile } from './rename-file.ts';
import { writeFile } from './write-file.ts';

/** The commands of `file`. */
export const fileTool: ToolCommands = {
  read: readFile,
  list: listFiles,
  write: writeFile,
  edit: editFile,
  rename: renameFile,
  delete: deleteFile,
  patch: patchFile,
};
