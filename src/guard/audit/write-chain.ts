/**
 * Appends groups of records to the chain at the end of the log. Each write holds only while that end is the one it was
 * made for; where another process was faster, the records are chained anew onto what it wrote.
 */
import { PenumbraError, type Randomness, sha256 } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readLastRecord } from './audit-group.ts';
import { AUDIT_LOG, type AuditHead } from './audit-record.ts';
import { type ChainEnd, type TimedEntry, writeAuditGroups } from './write-audit-groups.ts';

/** Writes to one log. */
export type ChainWriter = {
  /** Writes entries in their order, all or none, and returns the last record; once this resolves, they are durable. */
  write(entries: readonly TimedEntry[]): Promise<AuditHead>;
};

/** What a ledger gives to its audit. */
export type AuditLedger = Pick<Ledger, 'store' | 'clock'>;

/** The end of the log: what stands there, and the chain that goes on from it. */
type Tip = ChainEnd & { readonly value: string | null; readonly entry: number };

/** A write that failed on the way: it may have been carried out all the same. */
type Doubt = { readonly after: number; readonly first: string; readonly entries: readonly TimedEntry[] };

/** How often others may be faster before a write gives up. */
const MOST_ATTEMPTS = 100;
const CHAIN_DIGITS = 32;

/** Opens the end of a ledger's audit. */
export async function openChain(
  { store, clock }: AuditLedger,
  randomness: Randomness,
): Promise<ChainWriter & { readonly head: AuditHead | null }> {
  let tip: Tip | null = await readTip();
  let doubt: Doubt | null = null;

  /** A head that leads to no record cannot be continued; a new chain begins, and verification tells of both. */
  async function readTip(): Promise<Tip> {
    const head = await store.head(AUDIT_LOG);
    const { value = null, sequence: entry = 0 } = head ?? {};
    const read = value === null ? null : await readLastRecord(store, value);
    if (read !== null)
      return { value, entry, chain: read.record.chain, sequence: read.record.sequence, hash: read.hash };
    const chain = sha256(randomness.bytes(CHAIN_DIGITS)).slice(0, CHAIN_DIGITS);
    return { value, entry, chain, sequence: 0, hash: null };
  }

  /** Returns those entries of a write in doubt that turn out to be in the log. */
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
