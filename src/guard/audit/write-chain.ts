/**
 * Appends groups of records to the chain at the end of the log. A write only succeeds if that end has not
 * changed; if another process was faster, the records are chained again onto the new end.
 */
import { PenumbraError, type Randomness, sha256 } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readLastRecord } from './audit-group.ts';
import { AUDIT_LOG, type AuditHead } from './audit-record.ts';
import { type ChainEnd, type TimedEntry, writeAuditGroups } from './write-audit-groups.ts';

/** Writes to one log. */
export type ChainWriter = {
  /**
   * Writes entries in order, all or none, and returns the last record. Once this resolves, they are durable.
   */
  write(entries: readonly TimedEntry[]): Promise<AuditHead>;
};

/** The parts of a ledger that its audit needs. */
export type AuditLedger = Pick<Ledger, 'store' | 'clock'>;

/** The end of the log: its last value, and the chain to continue. */
type Tip = ChainEnd & { readonly value: string | null; readonly entry: number };

/** A write that failed midway and may have succeeded anyway. */
type Doubt = { readonly after: number; readonly first: string; readonly entries: readonly TimedEntry[] };

/** How many times other processes may be faster before a write gives up. */
const MOST_ATTEMPTS = 100;
const CHAIN_DIGITS = 32;

/** Opens the end of a ledger's audit. */
export async function openChain(
  { store, clock }: AuditLedger,
  randomness: Randomness,
): Promise<ChainWriter & { readonly head: AuditHead | null }> {
  let tip: Tip | null = await readTip();
  let doubt: Doubt | null = null;

  /** A head without a valid record cannot be continued, so a new chain starts; verification reports both. */
  async function readTip(): Promise<Tip> {
    const head = await store.head(AUDIT_LOG);
    const { value = null, sequence: entry = 0 } = head ?? {};
    const read = value === null ? null : await readLastRecord(store, value);
    if (read !== null)
      return { value, entry, chain: read.record.chain, sequence: read.record.sequence, hash: read.hash };
    const chain = sha256(randomness.bytes(CHAIN_DIGITS)).slice(0, CHAIN_DIGITS);
    return { value, entry, chain, sequence: 0, hash: null };
  }

  /** Returns the entries of a doubtful write if they turn out to be in the log. */
  const settle = async (): Promise<ReadonlySet<TimedEntry>> => {
    if (doubt === null) return new Set();
    const { after, first, entries } = doubt;
    const [next] = await store.readLog(AUDIT_LOG, { after, limit: 1 });
    doubt = null;
    return new Set(next?.value === first ? entries : []);
  };

  const append = async (from: Tip, entries: readonly TimedEntry[]): Promise<Tip | null> => {
    const groups = writeAuditGroups(from, entries);
    const requires = [{ kind: 'head-is', log: AUDIT_LOG, value: from.value }] as const;
    const puts = groups.map(({ object }) => object);
    const appends = groups.map(({ value }) => ({ log: AUDIT_LOG, value }));
    doubt = { after: from.entry, first: appends[0]?.value ?? '', entries };
    const outcome = await store.commit({ atMs: clock.now(), requires, puts, appends });
    doubt = null;
    const last = groups.at(-1);
    if (!outcome.committed || last === undefined) return null;
    return { ...last.end, value: last.value, entry: from.entry + groups.length };
  };

  return {
    head: headOf(tip),
    write: async (entries) => {
      const written = await settle();
      const rest = entries.filter((entry) => !written.has(entry));
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const from: Tip = tip ?? (await readTip());
        tip = null;
        tip = rest.length === 0 ? from : await append(from, rest);
        if (tip !== null) return headOf(tip) as AuditHead;
      }
      throw new PenumbraError('store-busy', 'other processes kept writing to the audit', {
        hint: 'try again, with fewer processes at once on this ledger',
      });
    },
  };
}

function headOf({ chain, sequence, hash, entry }: Tip): AuditHead | null {
  return hash === null ? null : { chain, sequence, hash, entry };
}
