// What stops attacks by the registry and by references.

import type { Mutation } from '../support/red-team/mutation.ts';

const REGISTRY = 'src/guard/world/read-registry.ts';
const WORLD = 'src/guard/world/create-world.ts';

/** The checks of entries and references. */
export const registryMutations: readonly Mutation[] = [
  {
    attack: 'registry-outside',
    file: 'src/adapters/paths/held-path.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the program.
    remove: 'path.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)',
    put: 'path.startsWith(top)',
    why: 'a directory whose name begins like that of a root is not in it',
  },
  {
    attack: 'registry-twice',
    file: REGISTRY,
    remove: 'return listed.filter(({ name }) => counts.get(name) === 1);',
    put: 'return listed;',
    why: 'a name means one place',
  },
  {
    attack: 'registry-hidden',
    file: WORLD,
    remove: 'if (hides.get(root)?.(path) !== false) return false;',
    put: 'if (entry === null && hides.get(root)?.(path) !== false) return false;',
    why: 'a hidden name is hidden whoever lists it',
  },
  {
    attack: 'registry-swapped',
    file: WORLD,
    remove: "if (found === 'link') return [refuse(reply, 'link'), null];",
    put: '',
    why: 'an entry is made real once',
  },
  {
    attack: 'registry-beside',
    file: WORLD,
    remove: 'return failedConditions(row.conditions, { ...context, mode, root, subdirectory }).length === 0;',
    put: 'return failedConditions(row.conditions, { ...context, mode, root, subdirectory }).length >= 0;',
    why: 'a row with a condition shows what meets it',
  },
  {
    attack: 'ref-forged',
    file: 'src/guard/world/visibility-ref.ts',
    remove: '#place in value && value.#owner === owner ? value.#place : null',
    put: '#place in value ? value.#place : null',
    why: 'a reference leads somewhere only in the world that minted it',
  },
];
