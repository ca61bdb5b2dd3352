/**
 * Follows records in log order from each record to the previous one. A record should refer to the end of a
 * chain; any other is set aside, to be judged once all records are known.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { AuditGroup } from './audit-group.ts';
import type { AuditChain, AuditFault } from './audit-verification.ts';
import type { ReadRecord } from './read-audit-record.ts';

/** The position of a record in the log. */
export type RecordPosition = {
  /** The entry that refers to its group. */
  readonly entry: number;
  /** The number of records up to and including it in the whole log. */
  readonly position: number;
};

/** A record with the data that determines its place. */
export type PlacedRecord = RecordPosition & {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: Sha256;
  readonly previous: Sha256 | null;
};

/** A record that does not refer to the end of a chain. */
export type Stray = PlacedRecord & {
  /** Whether a chain ended with a different record at the place of the one it refers to. */
  readonly hasOtherBefore: boolean;
  /** The highest earlier sequence of its chain. */
  readonly lastBefore: number;
};

/** The state while following. */
export type ChainFollower = {
  add(place: RecordPosition, read: ReadRecord): PlacedRecord;
  /** Records an unreadable group, so that the records after it are not reported as well. */
  lose(place: RecordPosition, group: AuditGroup): void;
  readonly strays: readonly Stray[];
  readonly faults: readonly AuditFault[];
  chains(): readonly AuditChain[];
};

/** Starts to follow. */
export function followChains(): ChainFollower {
  const ends = new Map<Sha256, PlacedRecord>();
  const endPlaces = new Set<string>();
  const chains = new Map<string, { records: number; last: number }>();
  const strays: Stray[] = [];
  const faults: AuditFault[] = [];

  const end = (record: PlacedRecord): void => {
    ends.set(record.hash, record);
    endPlaces.add(placeOf(record));
  };

  const advance = (from: PlacedRecord, record: PlacedRecord): void => {
    ends.delete(from.hash);
    endPlaces.delete(placeOf(from));
    if (follows(record, from)) return;
    const detail = `record ${record.sequence} of its chain names record ${from.sequence} of ${from.chain}`;
    faults.push({ ...record, fault: 'out-of-sequence', detail });
  };

  const begin = (record: PlacedRecord): void => {
    const known = chains.get(record.chain);
    if (record.sequence === 1 && known === undefined) return;
    const detail =
      known === undefined
        ? `the first record of its chain has sequence ${record.sequence}`
        : `a second record begins a chain that has ${known.records} already`;
    faults.push({ ...record, fault: known === undefined ? 'out-of-sequence' : 'repeated', detail });
  };

  return {
    strays,
    faults,
    chains: () => [...chains].map(([chain, counts]) => ({ chain, ...counts })),
    add: (place, { record: { chain, sequence, previous }, hash }) => {
      const record = { ...place, chain, sequence, previous, hash };
      const from = previous === null ? undefined : ends.get(previous);
      const counts = chains.get(chain) ?? { records: 0, last: 0 };
      if (previous === null) begin(record);
      else if (from !== undefined) advance(from, record);
      else {
        const hasOtherBefore = endPlaces.has(placeOf({ chain, sequence: sequence - 1 }));
        strays.push({ ...record, hasOtherBefore, lastBefore: counts.last });
      }
      end(record);
      chains.set(chain, { records: counts.records + 1, last: Math.max(counts.last, sequence) });
      return record;
    },
    lose: (place, { chain, last, hash }) => {
      const { records, last: known } = chains.get(chain) ?? { records: 0, last: 0 };
      end({ ...place, chain, sequence: last, previous: null, hash });
      chains.set(chain, { records, last: Math.max(known, last) });
    },
  };
}

/** Returns whether a record comes directly after another. */
export function follows(
  record: Pick<PlacedRecord, 'chain' | 'sequence'>,
  before: Pick<PlacedRecord, 'chain' | 'sequence'>,
): boolean {
  return record.chain === before.chain && record.sequence === before.sequence + 1;
}

function placeOf({ chain, sequence }: Pick<PlacedRecord, 'chain' | 'sequence'>): string {
  return JSON.stringify([chain, sequence]);
}
