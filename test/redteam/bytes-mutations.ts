// What keeps bytes as they are on their way through a tool.

import type { Mutation } from '../support/red-team/mutation.ts';

/** The checks of what is read. */
export const bytesMutations: readonly Mutation[] = [
  {
    attack: 'bytes-identity',
    file: 'src/kernel/reply-builder.ts',
    remove: 'if (contentFields.includes(field)) return refuseHostPaths(value, [], field);',
    put: 'if (contentFields.includes(field)) return replaceHostPaths(value, roots);',
    why: 'a path in a file is content, and is told as it is',
  },
  {
    attack: 'bytes-no-text',
    file: 'src/tools/file/read-file.ts',
    remove: 'return isCut ? decodeCutUtf8(bytes) : decodeUtf8(bytes);',
    put: "return decodeCutUtf8(bytes) ?? new TextDecoder('utf-8').decode(bytes);",
    why: 'what no text spells is told as no text',
  },
  {
    attack: 'bytes-differences',
    file: 'src/tools/git/read-differences.ts',
    remove: '? decodeCutUtf8(part) : decodeUtf8(part)',
    put: '? decodeCutUtf8(part) : new TextDecoder().decode(part)',
    why: 'a difference that is not UTF-8 is left out and counted',
  },
];
