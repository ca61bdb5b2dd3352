/** The three kinds of keys, what each signs, and the content of their files. */
import { createHash, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Signature, SigningPurpose } from '../../kernel/index.ts';
import { fault } from './key-file.ts';

/**
 * A kind of key: one secret for what stays on this machine, one pair for a person's approvals, one for
 * exports.
 */
export type KeyKind = 'approval' | 'export' | 'secret';

/** The kinds, in the order they are listed. */
export const keyKinds: readonly KeyKind[] = ['secret', 'approval', 'export'];

/** The content of a file with a secret. */
export type SecretRecord = Made & { readonly kind: 'secret'; readonly id: string; readonly secret: Buffer };

/** When a key was made, according to its file; null if it does not say. */
type Made = { readonly createdMs: number | null };

/** The content of a file with a public key. */
export type PublicRecord = Made & {
  readonly kind: Exclude<KeyKind, 'secret'>;
  readonly id: string;
  readonly key: KeyObject;
};

/** The content of a file with a pair; the private part may be encrypted with a passphrase. */
export type PairRecord = PublicRecord & { readonly private: string };

/** Every purpose a key can sign for, in alphabetical order. */
export const signingPurposes = [
  'approval',
  'artifact',
  'audit-anchor',
  'contract',
  'export',
] as const satisfies readonly SigningPurpose[];

const SCHEMA = 'penumbra.key/1';
const ID = /^[0-9a-f]{16}$/;
const SECRET_BYTES = 32;

/** Returns whether the private part of a pair is encrypted with a passphrase. */
export function isClosed({ private: text }: PairRecord): boolean {
  return text.includes('ENCRYPTED');
}

/** Returns the kind of key that signs for a purpose. */
export function kindFor(purpose: SigningPurpose): KeyKind {
  return purpose === 'approval' || purpose === 'export' ? purpose : 'secret';
}

/** Returns the algorithm of a kind of key. */
export function algorithmOf(kind: KeyKind): Signature['algorithm'] {
  return kind === 'secret' ? 'hmac-sha256' : 'ed25519';
}

/** Returns whether a text has the form of a key id. */
export function isKeyId(text: unknown): text is string {
  return typeof text === 'string' && ID.test(text);
}

/** Returns the id of a secret: a check value that does not reveal the secret. */
export function secretId(secret: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'penumbra/key-id/1', 8)).toString('hex');
}

/** Returns the id of a public key. */
export function publicId(key: KeyObject): string {
  const bytes = key.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Formats a secret for storage. */
export function formatSecret({ id, createdMs, secret }: SecretRecord): string {
  return line({ schema: SCHEMA, kind: 'secret', id, ...made(createdMs), secret: secret.toString('base64') });
}

/** Formats a public key for storage. */
export function formatPublic({ kind, id, createdMs, key }: PublicRecord): string {
  return line({ schema: SCHEMA, kind, id, ...made(createdMs), public: encode(key) });
}

/** Formats a pair for storage; the public part is readable without the passphrase. */
export function formatPair({ kind, id, createdMs, key, private: secret }: PairRecord): string {
  return line({ schema: SCHEMA, kind, id, ...made(createdMs), public: encode(key), private: secret });
}

/** Parses a secret from the text of its file. */
export function parseSecret(file: string, text: string): SecretRecord {
  return guarded(file, () => {
    const { id, created, secret: encoded } = parse(text, 'secret');
    const secret = Buffer.from(String(encoded), 'base64');
    if (secret.length !== SECRET_BYTES || secretId(secret) !== id) return null;
    return { kind: 'secret', id, createdMs: timeOf(created), secret };
  });
}

/** Parses a public key from the text of its file. */
export function parsePublic(file: string, text: string, kind: PublicRecord['kind']): PublicRecord {
  return guarded(file, () => publicOf(parse(text, kind), kind));
}

/**
 * Parses a pair from the text of its file; whether its parts belong together is checked when the private one
 * is opened.
 */
export function parsePair(file: string, text: string, kind: PublicRecord['kind']): PairRecord {
  return guarded(file, () => {
    const found = parse(text, kind);
    const record = publicOf(found, kind);
    return record === null || typeof found.private !== 'string'
      ? null
      : { ...record, private: found.private };
  });
}

type Parsed = { readonly id: string; readonly [name: string]: unknown };

function publicOf(found: Parsed, kind: PublicRecord['kind']): PublicRecord | null {
  const key = createPublicKey({
    key: Buffer.from(String(found.public), 'base64'),
    type: 'spki',
    format: 'der',
  });
  const isRight = key.asymmetricKeyType === 'ed25519' && publicId(key) === found.id;
  return isRight ? { kind, id: found.id, createdMs: timeOf(found.created), key } : null;
}

function parse(text: string, kind: KeyKind): Parsed {
  const found = JSON.parse(text) as Parsed;
  if (found.schema !== SCHEMA || found.kind !== kind || !isKeyId(found.id))
    throw new Error('not this kind of key');
  return found;
}

function guarded<Result>(file: string, read: () => Result | null): Result {
  const damaged = (cause?: unknown) =>
    fault(
      file,
      'is damaged and holds no key',
      'put back a copy of it, or move it away and run penumbra keys create',
      cause,
    );
  let record: Result | null;
  try {
    record = read();
  } catch (error) {
    // A parser's message could quote the secret.
    throw damaged(error instanceof SyntaxError ? undefined : error);
  }
  if (record === null) throw damaged();
  return record;
}

function made(createdMs: number | null): { readonly created?: string } {
  return createdMs === null ? {} : { created: new Date(createdMs).toISOString() };
}

function timeOf(created: unknown): number | null {
  const timeMs = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  return Number.isNaN(timeMs) ? null : timeMs;
}

function encode(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

function line(value: Readonly<Record<string, string>>): string {
  return `${JSON.stringify(value)}\n`;
}
