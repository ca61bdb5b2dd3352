/** The keys' door: signers, verifiers, and the directory they are kept in. */
export { type KeyKind, keyKinds, kindFor, signingPurposes } from './key-record.ts';
export { liesWithin } from './lies-within.ts';
export type { MakeOptions } from './make-keys.ts';
export { type KeyListing, type Keys, openKeys, type PublicKey } from './open-keys.ts';
export { openApprovalSigner, type ProgramPurpose } from './open-signer.ts';
export { openVerifier } from './open-verifier.ts';
