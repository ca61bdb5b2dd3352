// What stops attacks on the way from oracle to lens.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const tamperingMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-working-set.ts',
      remove: 'discloseItem(locked.has(item.handle) ? withoutPayload(item) : item, rules);',
      put: 'discloseItem(locked.size < 0 ? withoutPayload(item) : item, rules);',
      why: 'what is locked is locked whatever else is said of it',
    },
    'tampered-payload',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/disclose-working-set.ts',
      remove: "if (!allowed.has(item.handle)) return { item, excluded: 'not-allowed' };",
      put: '',
      why: 'what is not allowed is absent',
    },
    'tampered-list',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/parse-working-set.ts',
      remove: "if (workingSetId(bytes) !== id) throw invalid('its bytes do not hash to its id', 'id');",
      put: '',
      why: 'the id is that of the bytes',
    },
    'tampered-bytes',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/parse-working-set.ts',
      remove: 'requireMatrixId(workingSet);',
      put: '',
      why: 'the matrix is the one its id names',
    },
    'tampered-matrix',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/parse-working-set.ts',
      remove: 'requireDistinct(workingSet);',
      put: '',
      why: 'a handle names one item',
    },
    'tampered-handle',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/compile-prompt-pack.ts',
      remove: 'if (options.guard) requireNoLeak(options.guard, { pack, blocks, audit });',
      put: '',
      why: 'the lens scans what it compiled',
    },
    'tampered-text',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/scan-outputs.ts',
      remove: '...blocks.map(namesPart), ',
      put: '',
      why: 'where a block comes from is scanned',
    },
    'tampered-source',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/compile-prompt-pack.ts',
      remove:
        "if (locked_precision_handles.length > 0 && (guard?.size ?? 0) === 0) throw missingGuard('no-guard');",
      put: 'void locked_precision_handles;',
      why: 'what is locked is looked for',
    },
    'no-guard',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/compile-prompt-pack.ts',
      remove:
        "if (guard && guard.workingSetId !== null && guard.workingSetId !== id) throw missingGuard('other-guard');",
      put: 'void id;',
      why: 'a guard belongs to its working set',
    },
    'other-guard',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/pack-options.ts',
      remove: "if (guard !== undefined && !isLeakGuard(guard)) throw misfit('`guard`');",
      put: '',
      why: 'a guard is one that was compiled',
    },
    'fake-guard',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/pack-options.ts',
      remove: `    consumer,
    mask_matrix_id`,
      put: '    mask_matrix_id',
      why: 'the key of a pack names its consumer',
    },
    'other-pack',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/pack-options.ts',
      remove: 'style_hash: canonicalHash(style ?? null),',
      put: '',
      why: 'the key of a pack names its style',
    },
    'other-pack',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/parse-pack.ts',
      remove: 'if (known?.hash === hash) return known.pack;',
      put: 'if (known) return known.pack;',
      why: 'what was parsed is held against the hash',
    },
    'reused-bytes',
  ),
];
