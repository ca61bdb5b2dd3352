/** The three kinds of keys, what each signs, and what stands in their files. */
import { createHash, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Signature, SigningPurpose } from '../../kernel/index.ts';
import { fault } from './key-file.ts';

/** A kind of key: one secret for what stays here, one pair for a person's approvals, one for exports. */
export type KeyKind = 'approval' | 'export' | 'secret';

/** The kinds, in the order they are listed. */
export const keyKinds: readonly KeyKind[] = ['secret', 'approval', 'export'];

/** What stands in a file that holds a secret. */
export type SecretRecord = Made & { readonly kind: 'secret'; readonly id: string; readonly secret: Buffer };

/** When a key was made, as whoever made it wrote; null where nothing was written. */
type Made = { readonly createdMs: number | null };

/** What stands in a file that holds a public key. */
export type PublicRecord = Made & {
  readonly kind: Exclude<KeyKind, 'secret'>;
  readonly id: string;
  readonly key: KeyObject;
};

/** What stands in a file that holds a pair; the private part may be under a passphrase. */
export type PairRecord = PublicRecord & { readonly private: string };

/** Every purpose a key can sign for, in the order of their names. */
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

/** Tells whether the private part of a pair is under a passphrase. */
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

/** Tells whether a text can be the id of a key. */
export function isKeyId(text: unknown): text is string {
  return typeof text === 'string' && ID.test(text);
}

/** Returns the id of a secret: a check value from which the secret cannot be found. */
export function secretId(secret: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'penumbra/key-id/1', 8)).toString('hex');
}

/** Returns the id of a public key. */
export function publicId(key: KeyObject): string {
  const bytes = key.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Writes a secret down. */
export function formatSecret({ id, createdMs, secret }: SecretRecord): string {
  return line({ schema: SCHEMA, kind: 'secret', id, ...made(createdMs), secret: secret.toString('base64') });
}

/** Writes a public key down. */
export function formatPublic({ kind, id, createdMs, key }: PublicRecord): string {
  return line({ schema: SCHEMA, kind, id, ...made(createdMs), public: encode(key) });
}

/** Writes a pair down; the public part is readable without the passphrase. */
export function formatPair({ kind, id, createdMs, key, private: secret }: PairRecord): string {
  return line({ schema: SCHEMA, kind, id, ...made(createdMs), public: encode(key), private: secret });
}

/** Reads a secret from the text of its file. */
export function parseSecret(file: string, text: string): SecretRecord {
  return guarded(file, () => {
    const { id, created, secret: encoded } = parse(text, 'secret');
    const secret = Buffer.from(String(encoded), 'base64');
    if (secret.length !== SECRET_BYTES || secretId(secret) !== id) return null;
    return { kind: 'secret', id, createdMs: timeOf(created), secret };
  });
}

/** Reads a public key from the text of its file. */
export function parsePublic(file: string, text: string, kind: PublicRecord['kind']): PublicRecord {
  return guarded(file, () => publicOf(parse(text, kind), kind));
}

/** Reads a pair from the text of its file; whether both parts belong together is seen when the private one is opened. */
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
    // What a parser says could quote the secret.
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
