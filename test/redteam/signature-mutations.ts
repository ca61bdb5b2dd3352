// What stops attacks on signatures and keys.

import type { Mutation } from '../support/red-team/mutation.ts';

const signing = 'src/adapters/keys/open-signer.ts';
const files = 'src/adapters/keys/key-file.ts';

/** The checks of signatures and keys. */
export const signatureMutations: readonly Mutation[] = [
  {
    attack: 'signature-made-up',
    file: signing,
    remove: 'given !== null && verify(null, tagged(purpose, payload), key, given)',
    put: 'given !== null',
    why: 'any digits would be a signature',
  },
  {
    attack: 'signature-other-key',
    file: signing,
    remove: 'given !== null && verify(null, tagged(purpose, payload), key, given)',
    put: 'given !== null',
    why: 'a signature of anybody would do',
  },
  {
    attack: 'signature-of-the-server',
    file: signing,
    remove: 'given !== null && verify(null, tagged(purpose, payload), key, given)',
    put: 'given !== null',
    why: 'a server would approve itself',
  },
  {
    attack: 'signature-other-purpose',
    file: signing,
    remove: 'function macOf(secret: Uint8Array, purpose: SigningPurpose, payload: Uint8Array): Buffer {',
    put: "function macOf(secret: Uint8Array, _: SigningPurpose, payload: Uint8Array): Buffer {\n  const purpose = 'contract';",
    why: 'one signature would do for every purpose',
  },
  {
    attack: 'signature-readable-key',
    file: files,
    remove: 'if ((stat.mode & FORBIDDEN[kind]) === 0 && isOwn(stat)) return;',
    put: 'if (isOwn(stat)) return;',
    why: 'whoever can read a key can sign',
  },
  {
    attack: 'signature-planted-key',
    file: files,
    remove: 'if ((stat.mode & FORBIDDEN.public) === 0 && isOwn(stat)) return;',
    put: 'if (isOwn(stat)) return;',
    why: 'whoever can write there can name a person',
  },
  {
    attack: 'signature-keys-in-root',
    file: 'src/engine/guard/open-guard-session.ts',
    remove: 'if (isApart) continue;',
    put: 'if (isApart !== undefined) continue;',
    why: 'agents read and write in roots',
  },
  {
    attack: 'signature-key-links',
    file: 'src/engine/config-directory.ts',
    remove: 'places.push(...placesOf(place))',
    put: 'places.push()',
    why: 'what a link leads to is where the keys are',
  },
  {
    attack: 'signature-key-links',
    file: 'src/engine/config-directory.ts',
    remove: 'places.push(...placesOf(place))',
    put: 'places.push(placesOf(place)[0] ?? place)',
    why: 'who changes a link on the way leads to other keys',
  },
  {
    attack: 'signature-keys-in-root',
    file: 'src/adapters/paths/held-path.ts',
    remove: 'return asOnDisk(followLinks(whole).place);',
    put: 'return asOnDisk(whole);',
    why: 'a link leads somewhere before anything is there',
  },
];
