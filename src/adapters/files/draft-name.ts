/**
 * The names of files that are being written: they stand beside the file they become until they are renamed. Names like
 * these are hidden in every root (`guard/policy/hidden-names.ts`), so that no agent's own file has one.
 */
import { randomBytes } from 'node:crypto';

const PREFIX = '.penumbra-';
const DRAFT = /^\.penumbra-[0-9a-f]{32}$/;
const RANDOM_BYTES = 16;

/** Makes a name that nothing has. */
export function newDraftName(): string {
  return `${PREFIX}${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

/** Tells whether a name is that of a draft, which a killed write leaves behind and no scan takes for a file. */
export function isDraftName(name: string): boolean {
  return name.startsWith(PREFIX) && DRAFT.test(name);
}
