// What stops attacks by sheer size and number.

import type { Mutation } from '../support/red-team/mutation.ts';

/** The bounds. */
export const resourceMutations: readonly Mutation[] = [
  {
    attack: 'resource-resolves',
    file: 'src/guard/world/visibility-ref.ts',
    remove: 'return new Ref(place, owner) as unknown as VisibilityRef;',
    put: 'const ref = new Ref(place, owner) as unknown as VisibilityRef & { all?: unknown[] };\n  const kept = Ref as unknown as { all?: unknown[] };\n  kept.all = kept.all ?? [];\n  kept.all.push(ref);\n  return ref;',
    why: 'nothing keeps a reference from being forgotten',
  },
  {
    attack: 'resource-directory',
    file: 'src/tools/file/list-directory.ts',
    remove: 'const shown = entries.slice(0, toolLimits.listedEntries);\n  const data',
    put: 'const shown = entries;\n  const data',
    why: 'a listing shows so many entries',
  },
  {
    attack: 'resource-line',
    file: 'src/tools/file/read-file.ts',
    remove: 'const shown = bytes.subarray(0, maxBytes);',
    put: 'const shown = bytes;',
    why: 'a reply holds so many bytes, whatever the lines are',
  },
  {
    attack: 'resource-sparse',
    file: 'src/adapters/files/read-held.ts',
    remove: 'isCut: stat.size > maxBytes',
    put: 'isCut: false',
    why: 'what was not read is said',
  },
  {
    attack: 'resource-caps',
    file: 'src/tools/file/write-content.ts',
    remove: "if (bytes.length > toolLimits.changedFileBytes) return refuseChange(reply, 'too-large');",
    put: '',
    why: 'a file that is written has so many bytes at most',
  },
  {
    attack: 'resource-calls',
    file: 'src/tools/calls/call-record.ts',
    remove: 'await trail.note(entryOf(answer, null));',
    put: '',
    why: 'every call is on record',
  },
  {
    attack: 'resource-turns',
    file: 'src/tools/calls/create-turns.ts',
    remove: 'left -= units;',
    put: '',
    why: 'long work gives way to other work',
  },
  {
    attack: 'resource-diff',
    file: 'src/adapters/git/read-diff.ts',
    remove: ': await git.askLater(asked, bounds);',
    put: ': git.ask(asked, bounds);',
    why: 'nobody waits for git while it compares',
  },
];
