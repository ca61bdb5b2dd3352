/**
 * A request for approval as bytes, which determine its id and which a person signs. It is stored as an
 * object, so that no text written by an agent is taken for a reference in the log.
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

const TAG = 'penumbra/approval/2';
// The first form, without mode and sandbox; still read to show people the outcome.
const FIRST_TAG = 'penumbra/approval/1';
const CALL_TAG = 'penumbra/approval-call/1';
const PREFIX = 'approval:';
const ID = /^approval:[0-9a-f]{64}$/;
const texts = ['script', 'directory', 'policy', 'session', 'nonce'] as const;
const callTexts = ['tool', 'command', 'mode', 'policy', 'session', 'nonce'] as const;
const times = ['askedMs', 'expiresMs'] as const;
const encoder = new TextEncoder();

/** All fields of a request except the id, which follows from them. */
export type RequestTerms = WithoutId<ApprovalRequest>;

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never;
type CallTerms = Extract<RequestTerms, { readonly tool: string }>;
type ScriptTerms = Exclude<RequestTerms, CallTerms>;

/** Untrusted terms. */
type GivenTerms = { readonly [Field in keyof ScriptTerms | keyof CallTerms]?: CanonicalValue };

export function makeRequest(terms: RequestTerms): ApprovalRequest {
  return Object.freeze({ ...terms, id: `${PREFIX}${sha256(preimageOf(terms))}` });
}

/** Returns the bytes that are signed and stored: all terms with their tag. */
export function requestBytes({ id: _, ...terms }: ApprovalRequest): Uint8Array {
  return encoder.encode(preimageOf(terms as RequestTerms));
}

/** Parses a request; null if the bytes are not valid. */
export function parseRequest(bytes: Uint8Array): ApprovalRequest | null {
  try {
    const value = parseCanonical(bytes);
    if (!Array.isArray(value) || value.length !== 2) return null;
    const terms = value[1] as GivenTerms | null;
    if (typeof terms !== 'object' || terms === null) return null;
    if (value[0] === CALL_TAG) return isCallTerms(terms) ? makeRequest(terms) : null;
    if (value[0] === TAG) return isTerms(terms) && isBound(terms) ? makeRequest(terms) : null;
    if (value[0] !== FIRST_TAG || 'mode' in terms || 'sandbox' in terms) return null;
    const former = { ...terms, mode: null, sandbox: null };
    return isTerms(former) ? makeRequest(former) : null;
  } catch (error) {
    if (error instanceof PenumbraError) return null;
    throw error;
  }
}

export function isRequestId(text: string): boolean {
  return ID.test(text);
}

/** Returns the digest in the id of a request; throws if the id is invalid. */
export function digestOfRequest(id: string): Sha256 {
  if (ID.test(id)) return id.slice(PREFIX.length) as Sha256;
  throw new PenumbraError('invalid-id', 'that is not the id of a request for approval', {
    hint: 'an id is `approval:` and 64 hex digits; `penumbra approve` lists what is asked',
  });
}

function preimageOf(terms: RequestTerms): string {
  if ('tool' in terms) return taggedText(CALL_TAG, terms as unknown as CanonicalValue);
  if (isBound(terms)) return taggedText(TAG, terms as unknown as CanonicalValue);
  const { mode: _mode, sandbox: _sandbox, ...former } = terms;
  return taggedText(FIRST_TAG, former as unknown as CanonicalValue);
}

/** Returns whether the terms include the mode and the sandbox of the script. */
function isBound({ mode, sandbox }: GivenTerms): boolean {
  return typeof mode === 'string' && (sandbox === 'bubblewrap' || sandbox === 'none');
}

function isTerms(terms: GivenTerms): terms is ScriptTerms {
  const { args } = terms;
  return (
    Object.keys(terms).length === texts.length + times.length + 5 &&
    texts.every((field) => typeof terms[field] === 'string') &&
    times.every((field) => Number.isSafeInteger(terms[field])) &&
    isAboutContent(terms) &&
    isWords(args)
  );
}

function isCallTerms(terms: GivenTerms): terms is CallTerms {
  return (
    Object.keys(terms).length === callTexts.length + times.length + 3 &&
    callTexts.every((field) => typeof terms[field] === 'string') &&
    times.every((field) => Number.isSafeInteger(terms[field])) &&
    isAboutContent(terms) &&
    isWords(terms.addresses)
  );
}

function isAboutContent({ content, contract }: GivenTerms): boolean {
  const isContent = typeof content === 'string' && isId(content, 'content');
  return isContent && (contract === null || typeof contract === 'string');
}

function isWords(value: CanonicalValue | undefined): boolean {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}
