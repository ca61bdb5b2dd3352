/** The keys' door: signers, verifiers, and the directory they are kept in. */
export { type FileLock, takeFileLock } from './file-lock.ts';
export { requireOwnDirectory } from './key-file.ts';
export { type KeyKind, keyKinds, kindFor, signingPurposes } from './key-record.ts';
export { liesWithin } from './lies-within.ts';
export { makeDirectories } from './make-directories.ts';
export { type KeyListing, type Keys, openKeys } from './open-keys.ts';
export { openSealer, type Sealer } from './open-sealer.ts';
export { openApprovalSigner, type ProgramPurpose } from './open-signer.ts';
export { openVerifier } from './open-verifier.ts';
