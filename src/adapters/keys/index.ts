/** Public entry point to keys: signers, verifiers, and the directory they are stored in. */
export { type FileLock, takeFileLock } from './file-lock.ts';
export { makeDirectories, readKeyFile, requireOwnDirectory } from './key-file.ts';
export { type KeyKind, keyKinds, kindFor, signingPurposes } from './key-record.ts';
export { liesWithin } from './key-store.ts';
export { type KeyListing, type Keys, openKeys } from './open-keys.ts';
export { openSealer, type Sealer } from './open-sealer.ts';
export { openApprovalSigner, openVerifier, type ProgramPurpose } from './open-signer.ts';
