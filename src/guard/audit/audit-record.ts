/**
 * One tool call as the audit keeps it: what was asked, what was decided and by which row. Records are chained by hash,
 * so that none can be changed, dropped or moved without breaking what follows.
 */
import {
  type CanonicalValue,
  type PreimageTag,
  type Sha256,
  sha256,
  taggedHash,
} from '../../kernel/index.ts';
import type { EnforceRequest } from '../policy/enforce.ts';

/** What was put to the gate, enough to decide it again by another policy. */
export type AuditedRequest = Omit<EnforceRequest, 'policy' | 'traceId'>;

/** What the tools say of one call. */
export type AuditEntry = {
  readonly session: string;
  readonly mode: string | null;
  readonly tool: string;
  readonly command: string;
  /** As the caller wrote them; the first is the place of the call. */
  readonly addresses: readonly string[];
  /**
   * The code that decided: of the gate, or of whoever refused the call before it came there; null where a call about the
   * session itself is about to be carried out, for no row speaks of it.
   */
  readonly decision: string | null;
  /** What the caller was answered; null where the record was written before something was done. */
  readonly answer: string | null;
  readonly rule: string | null;
  readonly failedConditions: readonly string[];
  readonly policy: Sha256;
  readonly contract: string | null;
  /** What the gate was asked; empty where the call did not come there. */
  readonly requests: readonly AuditedRequest[];
  /** What is about to be done beyond the addresses, for instance the hash of what is written. */
  readonly intent: { readonly [name: string]: CanonicalValue } | null;
};

/** An entry in its place. */
export type AuditRecord = AuditEntry & {
  readonly version: 1;
  /** The chain it belongs to, named by chance when it began; ledgers that were joined hold several. */
  readonly chain: string;
  /** 1 for the first of its chain. */
  readonly sequence: number;
  /** The hash of the record before it, or null for the first. */
  readonly previous: Sha256 | null;
  readonly atMs: number;
  /** The parts that were too large to be kept whole, by name. */
  readonly cut?: AuditCuts;
};

/** A part that is not whole: how many items (of a text, characters) it had, and their hash, null where it had no form. */
export type AuditCut = { readonly count: number; readonly hash: Sha256 | null };

/** What was cut from an entry. */
export type AuditCuts = { readonly [Part in keyof AuditEntry]?: AuditCut };

/** Where a chain stands: its last record. */
export type AuditHead = {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: Sha256;
  /** The entry of the log that names its group. */
  readonly entry: number;
};

/** The log of a ledger that names the groups of records. */
export const AUDIT_LOG = 'audit';

/** How chains are named; such a name is no id, so it can stand in a log. */
export const CHAIN_NAME = /^[0-9a-f]{32}$/;

const TAG: PreimageTag = 'penumbra/audit/1';
const BEFORE_TEXT = `["${TAG}",`;

/** Returns the hash that the next record names. */
export function auditHash(record: AuditRecord): Sha256 {
  return taggedHash(TAG, record as unknown as CanonicalValue);
}

/** Returns the same hash from the canonical text of a record, which need not be written out again. */
export function auditTextHash(text: string): Sha256 {
  return sha256(preimageOf(text));
}

/** Returns a text that was put together of pieces with its hash, and the text in one piece. */
export function hashAuditText(pieces: string): { readonly text: string; readonly hash: Sha256 } {
  const preimage = preimageOf(pieces);
  const hash = sha256(preimage);
  // Hashing has made one piece of the preimage, so that this part of it need not be put together a second time.
  return { text: preimage.slice(BEFORE_TEXT.length, -1), hash };
}

function preimageOf(text: string): string {
  return `${BEFORE_TEXT}${text}]`;
}
