/**
 * Anchors: a signed head of a chain, to be kept where nobody who can write the ledger can change it.
 * Everything recorded up to an anchor can no longer be changed, moved or cut off without contradicting it.
 */
import {
  canonicalize,
  fields,
  isSha256,
  oneOf,
  PenumbraError,
  type Sha256,
  type Signature,
  type Signer,
  satisfying,
  textLike,
  type Verification,
  type Verifier,
} from '../../kernel/index.ts';
import type { AuditHead } from './audit-record.ts';

/** A signed head. */
export type AuditAnchor = {
  readonly schema: 'penumbra.anchor/1';
  /** The location of the ledger when it was signed. */
  readonly ledger: string;
  readonly chain: string;
  readonly sequence: number;
  readonly hash: Sha256;
  readonly signature: Signature;
};

const text = satisfying((value) => typeof value === 'string', 'a text');
const shape = fields(
  {
    schema: oneOf(['penumbra.anchor/1']),
    ledger: text,
    chain: text,
    sequence: satisfying((value) => Number.isSafeInteger(value) && Number(value) > 0, 'a number from 1'),
    hash: satisfying((value) => typeof value === 'string' && isSha256(value), 'a SHA-256'),
    signature: fields(
      {
        keyId: text,
        algorithm: oneOf(['ed25519', 'hmac-sha256']),
        value: textLike(/^[\x20-\x7e]+$/, 'a text'),
      },
      ['keyId', 'algorithm', 'value'],
    ),
  },
  ['schema', 'ledger', 'chain', 'sequence', 'hash', 'signature'],
);

/** Signs the head of a ledger's audit. */
export async function signAnchor(
  { chain, sequence, hash }: Pick<AuditHead, 'chain' | 'sequence' | 'hash'>,
  { ledger, signer }: { readonly ledger: string; readonly signer: Signer },
): Promise<AuditAnchor> {
  const head = { schema: 'penumbra.anchor/1', ledger, chain, sequence, hash } as const;
  return { ...head, signature: await signer.sign('audit-anchor', canonicalize(head)) };
}

/** Verifies the signature of an anchor; unverifiable without the key. */
export function verifyAnchor(anchor: AuditAnchor, verifier: Verifier): Promise<Verification> {
  const { signature, ...head } = anchor;
  return verifier.verify('audit-anchor', canonicalize(head), signature);
}

/** Reads an untrusted value as an anchor; `source` names its origin in errors. */
export function readAnchor(value: unknown, source: string): AuditAnchor {
  const [misfit] = shape(value, 'the anchor');
  if (misfit === undefined) return value as AuditAnchor;
  throw new PenumbraError('unreadable-input', `${source} is not an anchor: ${misfit.message}`, {
    hint: 'name a file that `penumbra audit anchor` printed, unchanged',
  });
}
