/**
 * A request for approval as bytes: the preimage of its id and what a person signs. It is kept as an object, so that
 * nothing in it can be taken for a reference of the log that names it, whatever words an agent wrote.
 */
import {
  type CanonicalValue,
  isId,
  PenumbraError,
  parseCanonical,
  type Sha256,
  sha256,
  taggedText,
} from '../../kernel/index.ts';
import type { ApprovalRequest } from './approval.ts';

const TAG = 'penumbra/approval/1';
const PREFIX = 'approval:';
const ID = /^approval:[0-9a-f]{64}$/;
const texts = ['script', 'directory', 'policy', 'session', 'nonce'] as const;
const times = ['askedMs', 'expiresMs'] as const;
const encoder = new TextEncoder();

/** Everything a request says, without the id that follows from it. */
export type RequestTerms = Omit<ApprovalRequest, 'id'>;

/** Makes a request of its terms. */
export function makeRequest(terms: RequestTerms): ApprovalRequest {
  return Object.freeze({ ...terms, id: `${PREFIX}${sha256(preimageOf(terms))}` });
}

/** Returns the bytes that are signed and kept: everything in a request, under its tag. */
export function requestBytes({ id: _, ...terms }: ApprovalRequest): Uint8Array {
  return encoder.encode(preimageOf(terms));
}

/** Reads a request from its bytes; null where they are none. */
export function parseRequest(bytes: Uint8Array): ApprovalRequest | null {
  try {
    const value = parseCanonical(bytes);
    if (!Array.isArray(value) || value.length !== 2 || value[0] !== TAG) return null;
    const terms = value[1] as Partial<Record<keyof RequestTerms, CanonicalValue>> | null;
    return isTerms(terms) ? makeRequest(terms) : null;
  } catch (error) {
    if (error instanceof PenumbraError) return null;
    throw error;
  }
}

/** Tells whether a text is the id of a request. */
export function isRequestId(text: string): boolean {
  return ID.test(text);
}

/** Returns the digest in the id of a request; throws for what is none. */
export function digestOfRequest(id: string): Sha256 {
  if (ID.test(id)) return id.slice(PREFIX.length) as Sha256;
  throw new PenumbraError('invalid-id', 'that is not the id of a request for approval', {
    hint: 'an id is `approval:` and 64 hex digits; `penumbra approve` lists what is asked',
  });
}

function preimageOf(terms: RequestTerms): string {
  return taggedText(TAG, terms as unknown as CanonicalValue);
}

function isTerms(terms: Partial<Record<keyof RequestTerms, CanonicalValue>> | null): terms is RequestTerms {
  if (typeof terms !== 'object' || terms === null) return false;
  const { content, args, contract } = terms;
  return (
    Object.keys(terms).length === texts.length + times.length + 3 &&
    texts.every((field) => typeof terms[field] === 'string') &&
    times.every((field) => Number.isSafeInteger(terms[field])) &&
    typeof content === 'string' &&
    isId(content, 'content') &&
    (contract === null || typeof contract === 'string') &&
    Array.isArray(args) &&
    args.every((word) => typeof word === 'string')
  );
}
