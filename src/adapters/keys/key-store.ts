/**
 * The directory of the keys. `secret.key`, `approval.key` and `export.key` are the ones that sign; every
 * public key has its own file, `approval-<id>.pub`, and a retired secret is `secret-<id>.key`. Files are read
 * on every request, so that a key that another process created or removed is known or unknown at once.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sortByCodePoint } from '../../kernel/index.ts';
import { isWithin, placesOf, realPathOf } from '../paths/index.ts';
import { addKeyFile, readKeyFile, requireOwnDirectory } from './key-file.ts';
import {
  formatPublic,
  isKeyId,
  type KeyKind,
  type PairRecord,
  type PublicRecord,
  parsePair,
  parsePublic,
  parseSecret,
  type SecretRecord,
} from './key-record.ts';

/** A kind of key that is a pair. */
export type PairKind = PublicRecord['kind'];

/** Returns the file of the signing key of a kind. */
export function activeFile(directory: string, kind: KeyKind): string {
  return join(directory, `${kind}.key`);
}

/** Returns the file of a public key. */
export function publicFile(directory: string, kind: PairKind, id: string): string {
  return join(directory, `${kind}-${id}.pub`);
}

/** Returns the file of a secret that no longer signs. */
export function retiredSecretFile(directory: string, id: string): string {
  return join(directory, `secret-${id}.key`);
}

/** Reads the signing secret; null if there is none. */
export function readActiveSecret(directory: string): SecretRecord | null {
  return readSecretAt(directory, activeFile(directory, 'secret'));
}

/** Finds a secret by its id, active or retired; null if there is none. */
export function findSecret(directory: string, id: string): SecretRecord | null {
  const active = readActiveSecret(directory);
  if (active?.id === id) return active;
  const retired = readSecretAt(directory, retiredSecretFile(directory, id));
  return retired?.id === id ? retired : null;
}

/** Reads the signing pair, its private part still encrypted; null if there is none. */
export function readActivePair(directory: string, kind: PairKind): PairRecord | null {
  requireOwnDirectory(directory);
  const file = activeFile(directory, kind);
  const text = readKeyFile(file, 'private');
  return text === null ? null : parsePair(file, text, kind);
}

/** Finds a public key by its id; null if there is none. */
export function findPublic(directory: string, kind: PairKind, id: string): PublicRecord | null {
  requireOwnDirectory(directory);
  const file = publicFile(directory, kind, id);
  const text = readKeyFile(file, 'public');
  const record = text === null ? null : parsePublic(file, text, kind);
  return record?.id === id ? record : null;
}

/** Writes the public part of a pair beside it, unless it exists. */
export function publishPair(directory: string, pair: PairRecord): void {
  addKeyFile(publicFile(directory, pair.kind, pair.id), formatPublic(pair), 'public');
}

/** Removes a file; a missing one is no error. */
export function removeKeyFile(file: string): void {
  rmSync(file, { force: true });
}

/** Returns, in order, the ids in the names of a kind's key files. */
export function listedIds(directory: string, kind: KeyKind): readonly string[] {
  const ending = kind === 'secret' ? '.key' : '.pub';
  const ids = namesIn(directory)
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith(ending))
    .map((name) => name.slice(kind.length + 1, -ending.length))
    .filter(isKeyId);
  return sortByCodePoint(ids);
}

function readSecretAt(directory: string, file: string): SecretRecord | null {
  requireOwnDirectory(directory);
  const text = readKeyFile(file, 'private');
  return text === null ? null : parseSecret(file, text);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/**
 * Returns the first of the given roots that is or contains a directory, also through links and before it is
 * created, or null.
 */
export function liesWithin(directory: string, roots: readonly string[]): string | null {
  const places = placesOf(directory);
  return roots.find((root) => places.some((place) => isWithin(place, [realPathOf(root)]))) ?? null;
}
