/**
 * Stores requests for approval. Each request has a log, which starts with the question and continues with the
 * decisions. Each subject has a log, whose head is the last request about it.
 */
import {
  type CanonicalValue,
  type Clock,
  canonicalText,
  digestOf,
  makeId,
  PenumbraError,
  parseCanonical,
  type Sha256,
  type Signature,
  taggedHash,
  type Verifier,
} from '../../kernel/index.ts';
import {
  type Append,
  everyHead,
  type LogEntry,
  readWholeLog,
  type Store,
  type StoreReader,
  toObject,
} from '../../ledger/index.ts';
import type { ApprovalRequest, ApprovalState, ApprovalSubject, KeptApproval } from './approval.ts';
import { digestOfRequest, isRequestId, parseRequest, requestBytes } from './approval-request.ts';

/** The ledger of approvals, and the clock they expire by. */
export type ApprovalLedger = { readonly store: Store; readonly clock: Clock };

/** A stored request; its signatures are not verified yet. */
export type LoggedApproval = {
  readonly request: ApprovalRequest;
  /** The number of entries in its log, needed to append the next. */
  readonly length: number;
  readonly signatures: readonly Signature[];
  readonly isRefused: boolean;
  readonly isSpent: boolean;
};

/** What can happen to a request. */
export type ApprovalEvent =
  | { readonly event: 'granted'; readonly signature: Signature }
  | { readonly event: 'refused' }
  | { readonly event: 'spent' };

/** The last request about a subject. */
export type LastRequest = { readonly id: string | null; readonly count: number };

/** The subject of a new request, and the number of earlier ones. */
export type NewRequest = {
  readonly subject: ApprovalSubject;
  readonly bytes: Uint8Array;
  readonly count: number;
};

const LOGS = 'approval/';
const SUBJECT_LOGS = 'approval-subject/';

/** Reads a request and its events; null if there is none or it cannot be read. */
export async function readLogged(store: StoreReader, id: string): Promise<LoggedApproval | null> {
  const digest = digestOfRequest(id);
  const entries = await readWholeLog(store, `${LOGS}${digest}`);
  if (entries.length === 0) return null;
  const [bytes] = await store.getMany([digest]);
  const request = bytes ? parseRequest(bytes) : null;
  if (request === null) return null;
  const events = entries.map(readEvent);
  return {
    request,
    length: entries.length,
    signatures: events.flatMap((event) => (event?.event === 'granted' ? [event.signature] : [])),
    isRefused: events.some((event) => event?.event === 'refused'),
    isSpent: events.some((event) => event?.event === 'spent'),
  };
}

/** Yields the ids of all requests. */
export async function* everyRequestId(store: StoreReader): AsyncGenerator<string> {
  for await (const { log } of everyHead(store, LOGS)) {
    const id = `approval:${log.slice(LOGS.length)}`;
    if (isRequestId(id)) yield id;
  }
}

/** Returns the id of the last request about a subject, and how many there were. */
export async function lastRequest(store: StoreReader, subject: ApprovalSubject): Promise<LastRequest> {
  const head = await store.head(subjectLog(subject));
  const id = head && parseCanonical(head.value);
  const isRequest = typeof id === 'string' && isRequestId(id);
  return { id: isRequest ? id : null, count: head?.sequence ?? 0 };
}

/** Writes a new request with the bytes it is about; false if another process was first. */
export async function appendRequest(
  { store, clock }: ApprovalLedger,
  request: ApprovalRequest,
  { subject, bytes, count }: NewRequest,
): Promise<boolean> {
  const digest = digestOfRequest(request.id);
  const log = subjectLog(subject);
  const asked = { event: 'asked', request: makeId('content', digest), script: request.content };
  const { committed } = await store.commit({
    atMs: clock.now(),
    requires: [{ kind: 'log-length', log, length: count }],
    puts: [toObject(bytes), toObject(requestBytes(request))],
    appends: [entry(log, request.id), entry(`${LOGS}${digest}`, asked)],
  });
  return committed;
}

/** Appends an event to a request; false if something else was appended in the meantime. */
export async function appendEvent(
  { store, clock }: ApprovalLedger,
  { request, length }: LoggedApproval,
  event: ApprovalEvent,
): Promise<boolean> {
  const log = `${LOGS}${digestOfRequest(request.id)}`;
  const { committed } = await store.commit({
    atMs: clock.now(),
    requires: [{ kind: 'log-length', log, length }],
    appends: [entry(log, event as unknown as CanonicalValue)],
  });
  return committed;
}

/** Reads the bytes a request is about. */
export async function readScript(store: StoreReader, request: ApprovalRequest): Promise<Uint8Array | null> {
  const [bytes] = await store.getMany([digestOf(request.content)]);
  return bytes ?? null;
}

function readEvent({ value }: LogEntry): ApprovalEvent | null {
  const { event, signature } = (parseCanonical(value) ?? {}) as {
    readonly event?: unknown;
    readonly signature?: Partial<Signature>;
  };
  if (event === 'refused' || event === 'spent') return { event };
  const { keyId, algorithm, value: signed } = signature ?? {};
  const isSignature = typeof keyId === 'string' && typeof signed === 'string';
  if (event !== 'granted' || !isSignature) return null;
  // Whatever else it claims to be, a person's key did not make it.
  const known = algorithm === 'ed25519' ? 'ed25519' : 'hmac-sha256';
  return { event, signature: { keyId, algorithm: known, value: signed } };
}

/**
 * Returns whether a request is about a subject. Anyone can write to the log that led to the request, so this
 * must be checked.
 */
export function isAbout(request: ApprovalRequest, subject: ApprovalSubject): boolean {
  const { id: _id, nonce: _nonce, askedMs: _askedMs, expiresMs: _expiresMs, ...asked } = request;
  return digestOfSubject(asked) === digestOfSubject(subject);
}

/** Scripts and calls have different fields, so their digests never match. */
function digestOfSubject(subject: object): Sha256 {
  return taggedHash('penumbra/approval-subject/2', subject as unknown as CanonicalValue);
}

function subjectLog(subject: ApprovalSubject): string {
  return `${SUBJECT_LOGS}${digestOfSubject(subject)}`;
}

function entry(log: string, value: CanonicalValue): Append {
  return { log, value: canonicalText(value) };
}

export function unknownRequest(id: string): PenumbraError {
  return new PenumbraError('invalid-id', `no request for approval is known as \`${id}\``, {
    hint: '`penumbra approve` lists what is asked',
  });
}

/** What is needed to judge a request. */
export type Judge = { readonly clock: Clock; readonly verifier: Verifier };

/** Returns a request with its state. */
export async function judgeApproval(
  logged: LoggedApproval,
  { clock, verifier }: Judge,
): Promise<KeptApproval> {
  const { request, isSpent, isRefused } = logged;
  const signed = await judgeSignatures(logged, verifier);
  const keep = (state: ApprovalState): KeptApproval =>
    Object.freeze({ request, state, signature: signed.signature });
  if (isSpent) return keep('spent');
  if (isRefused) return keep('refused');
  // INVARIANT (what is not bound is not approved): the person was not shown the mode and the sandbox.
  const isBound = 'tool' in request || (request.mode !== null && request.sandbox !== null);
  if (!isBound) return keep('outdated');
  return keep(clock.now() >= request.expiresMs ? 'expired' : signed.state);
}

type Signed = {
  readonly state: 'asked' | 'granted' | 'forged' | 'unverifiable';
  readonly signature: Signature | null;
};

/** Judges the signatures of a request. One valid signature is enough, whatever others are added. */
export async function judgeSignatures(
  { request, signatures }: LoggedApproval,
  verifier: Verifier,
): Promise<Signed> {
  let best: Signed = { state: 'asked', signature: null };
  for (const signature of signatures) {
    const state = await judgeSignature(signature, requestBytes(request), verifier);
    if (state === 'granted') return { state, signature };
    if (state === 'unverifiable' || best.state === 'asked') best = { state, signature };
  }
  return best;
}

async function judgeSignature(signature: Signature, payload: Uint8Array, verifier: Verifier) {
  // INVARIANT (only a person approves): the requester has secrets for the other algorithm and could sign with
  // them.
  if (signature.algorithm !== 'ed25519') return 'forged';
  const verification = await verifier.verify('approval', payload, signature);
  if (verification === 'valid') return 'granted';
  return verification === 'unverifiable' ? 'unverifiable' : 'forged';
}
