// What stops attacks on the locks.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const lockMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/oracle/facts/write-fact.ts',
      remove: "precision: draft.precision ?? 'locked',",
      put: "precision: draft.precision ?? 'unlocked',",
      why: 'a fact is locked unless it says otherwise',
    },
    'default-locked',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: "precision: 'locked',",
      put: "precision: 'unlocked',",
      why: 'a frame of an undeclared type is locked',
    },
    'undeclared',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: "const isLocked = precision !== 'unlocked' && !open.has(frame.handle);",
      put: 'const isLocked = false;',
      why: 'a frame is open only by its type or an unlock',
    },
    'frame-locked',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/facts/unlock.ts',
      remove: 'if (cursor[scope] !== scopeId) return false;',
      put: '',
      why: 'an unlock lives inside its scope',
    },
    'unlocked-elsewhere',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/facts/unlock.ts',
      remove: 'return place === undefined || broader[scope].every((part) => cursor[part] === place[part]);',
      put: 'return true;',
      why: 'an unlock holds in one world, campaign and session',
    },
    'unlocked-namesake',
    'unlocked-and-met',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/compile-working-set.ts',
      remove: 'await oracle.placeUnlocks(cursor);',
      put: '',
      why: 'an unlock that does not say where holds where it is met first',
    },
    'unlocked-and-met',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/facts/unlock.ts',
      remove: 'else for (const closed of scopesUpTo(scope)) open.delete(closed);',
      put: 'else open.delete(scope);',
      why: 'locking closes the narrower scopes',
    },
    'relocked',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/knowledge/change-knowledge.ts',
      remove: 'if (!isKnown) throw notFound(taken.handle);',
      put: '',
      why: 'only a handle opens something',
    },
    'unlocked-by-short-id',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/locked-tokens.ts',
      remove:
        'if (named.length > 0) return unique([...named, ...namedKeys(payload, precise).filter(isTellingKey)]);',
      put: '',
      why: 'a leaf that is named counts whatever the vocabulary',
    },
    'vocabulary',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/locked-tokens.ts',
      remove: '...memberKeys(payload).filter(isTellingKey),',
      put: '',
      why: 'keys are locked, too',
    },
    'locked-key',
    'locked-key-deep',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/locked-tokens.ts',
      remove: '[...parsePointer(pointer), ...memberKeys(value)]',
      put: 'memberKeys(value)',
      why: 'a key on the way to a named leaf is locked',
    },
    'locked-key-named',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/locked-tokens.ts',
      remove: '[...parsePointer(pointer), ...memberKeys(value)]',
      put: 'parsePointer(pointer)',
      why: 'a key within what is named is locked',
    },
    'locked-key-within',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/working-set/collect-candidates.ts',
      remove: '...(fact.synthesized && !state.promoted.has(handle) && { synthesized: true }),',
      put: '',
      why: 'what nobody established keeps its tag',
    },
    'synthesized',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-item.ts',
      remove: "if (!admits(visibility, rules.consumer, owner)) return { excluded: 'not-visible' };",
      put: '',
      why: 'an item is for those whom its visibility admits',
    },
    'not-visible',
  ),
  ...without(
    {
      file: 'src/disclosure/rules/mask-matrix.ts',
      remove: "return 'absent';",
      put: "return 'full';",
      why: 'no row means absent',
    },
    'no-row',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-item.ts',
      remove: "const isGist = isLocked || form === 'gist';",
      put: 'const isGist = isLocked;',
      why: 'the matrix may grant a gist alone',
    },
    'by-gist',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/compile-prompt-pack.ts',
      remove: 'requireConsumer(workingSet, options.consumer);',
      put: '',
      why: 'a consumer is one whom the matrix knows',
    },
    'stranger',
  ),
];
