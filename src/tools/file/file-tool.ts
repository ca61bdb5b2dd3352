/** The tool `file`: reads and lists visible files, and changes one file at a time. */
import { type Annotations, READS, type Tool } from '../calls/tool-command.ts';
import { deleteFile } from './delete-file.ts';
import { editFile } from './edit-file.ts';
import { listFiles } from './list-directory.ts';
import { patchFile } from './patch-file.ts';
import { readFile } from './read-file.ts';
import { renameFile } from './rename-file.ts';
import { writeFile } from './write-file.ts';

const REPLACES: Annotations = { readOnly: false, destructive: true, openWorld: false };

export const fileTool: Tool = {
  name: 'file',
  description: 'Reads, lists and changes files, one at a time.',
  commands: {
    read: { ...readFile, description: 'Reads a file, or a range of its lines.', annotations: READS },
    list: {
      ...listFiles,
      description: 'Lists a directory, or what a pattern finds below it.',
      annotations: READS,
    },
    write: {
      ...writeFile,
      description: 'Writes a whole file; `create` says whether it must be new or must be there.',
      annotations: { ...REPLACES, idempotent: true },
    },
    edit: {
      ...editFile,
      description: 'Replaces a text that stands in the file exactly once.',
      annotations: REPLACES,
    },
    rename: {
      ...renameFile,
      description: 'Gives a file another address in the same root; nothing there is replaced.',
      annotations: { ...REPLACES, destructive: false },
    },
    delete: { ...deleteFile, description: 'Deletes a file.', annotations: REPLACES },
    patch: {
      ...patchFile,
      description: 'Applies a unified diff to the file, exactly or not at all.',
      annotations: REPLACES,
    },
  },
};
