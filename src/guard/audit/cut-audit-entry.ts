/**
 * Truncates an entry to the size of a record. Each part that is too large keeps its start, with its original
 * size and the hash of the whole, so that anyone who has the whole can prove that it is the same.
 */
import { type CanonicalValue, canonicalText, sha256, sortByCodePoint } from '../../kernel/index.ts';
import type { AuditCut, AuditCuts, AuditEntry } from './audit-record.ts';

const KIBI = 1024;

/** The maximum size of each part, in bytes; together with the names of all fields they stay below 64 KiB. */
const shares = {
  text: KIBI,
  address: 4 * KIBI,
  addresses: 12 * KIBI,
  failedConditions: 2 * KIBI,
  requests: 24 * KIBI,
  intent: 8 * KIBI,
} as const;

/** The maximum number of bytes per UTF-16 unit: a backslash, a letter and four digits. */
const MOST_BYTES_OF_UNIT = 6;

const textParts = ['session', 'mode', 'tool', 'command', 'decision', 'answer', 'rule', 'contract'] as const;
const listParts = ['addresses', 'failedConditions', 'requests'] as const;

/** Returns the canonical text of a value, or null if it has none. */
function tryCanonicalText(value: unknown): string | null {
  try {
    return canonicalText(value);
  } catch {
    return null;
  }
}

/** Truncates an entry and says what was truncated. */
export function cutAuditEntry(entry: AuditEntry): AuditEntry & { readonly cut: AuditCuts } {
  const cut: { -readonly [Part in keyof AuditEntry]?: AuditCut } = {};
  const kept: { [part: string]: unknown } = { ...entry };
  const replace = (part: keyof AuditEntry, value: unknown, count: number): void => {
    kept[part] = value;
    if (tryCanonicalText(value) === tryCanonicalText(entry[part])) return;
    cut[part] = { count, hash: hashOf(entry[part]) };
  };
  for (const part of textParts) {
    const text = entry[part];
    if (text !== null) replace(part, cutText(text, shares.text), text.length);
  }
  for (const part of listParts) {
    const items = part === 'addresses' ? entry.addresses.map(cutAddress) : entry[part];
    replace(part, takeFitting<unknown>(items, shares[part]), items.length);
  }
  if (entry.intent !== null) replace('intent', cutMapping(entry.intent), Object.keys(entry.intent).length);
  return { ...(kept as AuditEntry), cut };
}

function cutAddress(address: string): string {
  return cutText(address, shares.address);
}

function cutText(text: string, share: number): string {
  const isFitting = text.isWellFormed() && canonicalText(text).length <= share;
  // A surrogate pair may be split, and half of it has no canonical form.
  return isFitting ? text : text.slice(0, Math.floor(share / MOST_BYTES_OF_UNIT)).toWellFormed();
}

/** Keeps items up to the first one that does not fit or has no canonical form. */
function takeFitting<Item>(items: readonly Item[], share: number): readonly Item[] {
  let room = share;
  const end = items.findIndex((item) => {
    const text = tryCanonicalText(item);
    // One more byte separates the items.
    room -= text === null ? share + 1 : text.length + 1;
    return room < 0;
  });
  return end < 0 ? items : items.slice(0, end);
}

/** Keeps the small values of a mapping; a large value is less informative than its name. */
function cutMapping(mapping: { readonly [name: string]: CanonicalValue }): {
  readonly [name: string]: CanonicalValue;
} {
  const isSmall = ([, value]: readonly [string, unknown]): boolean =>
    (tryCanonicalText(value)?.length ?? shares.text) < shares.text;
  const entries = sortByCodePoint(Object.keys(mapping)).map((name) => [name, mapping[name]] as const);
  const kept = takeFitting(entries.filter(isSmall), shares.intent);
  return Object.fromEntries(kept) as { readonly [name: string]: CanonicalValue };
}

function hashOf(value: unknown): AuditCut['hash'] {
  const text = tryCanonicalText(value);
  return text === null ? null : sha256(text);
}
