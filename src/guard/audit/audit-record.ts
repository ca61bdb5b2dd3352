/**
 * Audit records: one tool call each, with what was requested, what was decided, and by which row. Records are
 * chained by hash, so that none can be changed, dropped or moved without breaking the rest of the chain.
 */
import {
  type CanonicalValue,
  type PreimageTag,
  type Sha256,
  sha256,
  taggedHash,
} from '../../kernel/index.ts';
import type { EnforceRequest } from '../policy/enforce.ts';

/** A request to the gate, complete enough to be decided again by another policy. */
export type AuditedRequest = Omit<EnforceRequest, 'policy' | 'traceId'>;

/** What the tools report about one call. */
export type AuditEntry = {
  readonly session: string;
  readonly mode: string | null;
  readonly tool: string;
  readonly command: string;
  /** As the caller wrote them; the first is the place of the call. */
  readonly addresses: readonly string[];
  /**
   * The code of the decision: from the gate, or from an earlier check that rejected the call. Null before a
   * call about the session itself is carried out, because no row applies to it.
   */
  readonly decision: string | null;
  /** The code of the reply; null if the record was written before an act. */
  readonly answer: string | null;
  readonly rule: string | null;
  readonly failedConditions: readonly string[];
  readonly policy: Sha256;
  readonly contract: string | null;
  /** The requests to the gate; empty if the call was rejected earlier. */
  readonly requests: readonly AuditedRequest[];
  /** What is about to be done apart from the addresses, for example the hash of the content to write. */
  readonly intent: { readonly [name: string]: CanonicalValue } | null;
};

/** An entry in its chain. */
export type AuditRecord = AuditEntry & {
  readonly version: 1;
  /** The chain it belongs to, with a random name. Merged ledgers have several. */
  readonly chain: string;
  /** 1 for the first record of its chain. */
  readonly sequence: number;
  /** The hash of the previous record, or null for the first. */
  readonly previous: Sha256 | null;
  readonly atMs: number;
  /** The parts that were too large to be kept whole, by name. */
  readonly cut?: AuditCuts;
};

/**
 * A truncated part: its original number of items (characters for a text), and its hash, or null if it had no
 * canonical form.
 */
export type AuditCut = { readonly count: number; readonly hash: Sha256 | null };

/** What was truncated in an entry. */
export type AuditCuts = { readonly [Part in keyof AuditEntry]?: AuditCut };

/** The head of a chain: its last record. */
export type AuditHead = {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: Sha256;
  /** The log entry that refers to its group. */
  readonly entry: number;
};

/** The log of a ledger that refers to the groups of records. */
export const AUDIT_LOG = 'audit';

/** The form of chain names. They are not ids, so they may appear in a log. */
export const CHAIN_NAME = /^[0-9a-f]{32}$/;

const TAG: PreimageTag = 'penumbra/audit/1';
const BEFORE_TEXT = `["${TAG}",`;

/** Returns the hash that the next record refers to. */
export function auditHash(record: AuditRecord): Sha256 {
  return taggedHash(TAG, record as unknown as CanonicalValue);
}

/** Returns the same hash from the canonical text of a record. */
export function auditTextHash(text: string): Sha256 {
  return sha256(preimageOf(text));
}

/** Returns a text that was concatenated from pieces, flattened, and its hash. */
export function hashAuditText(pieces: string): { readonly text: string; readonly hash: Sha256 } {
  const preimage = preimageOf(pieces);
  const hash = sha256(preimage);
  // Hashing has flattened the preimage, so slicing it avoids flattening the text again.
  return { text: preimage.slice(BEFORE_TEXT.length, -1), hash };
}

function preimageOf(text: string): string {
  return `${BEFORE_TEXT}${text}]`;
}
