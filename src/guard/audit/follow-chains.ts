/**
 * Follows records in the order of the log from each to the one it names. A record is expected to name the end of a
 * chain; what names anything else is put aside, to be judged when all is known.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { AuditGroup } from './audit-group.ts';
import type { AuditChain, AuditFault } from './audit-verification.ts';
import type { ReadRecord } from './read-audit-record.ts';

/** Where a record stands in the log. */
export type RecordPosition = {
  /** The entry that names its group. */
  readonly entry: number;
  /** How many records stand up to it in the whole log. */
  readonly position: number;
};

/** A record by what places it. */
export type PlacedRecord = RecordPosition & {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: Sha256;
  readonly previous: Sha256 | null;
};

/** A record that does not name the end of a chain. */
export type Stray = PlacedRecord & {
  /** Whether a chain ended with a record that has the place of the one it names. */
  readonly hasOtherBefore: boolean;
  /** The highest sequence of its chain that came before. */
  readonly lastBefore: number;
};

/** The state of following. */
export type ChainFollower = {
  add(place: RecordPosition, read: ReadRecord): PlacedRecord;
  /** Takes note of a group that cannot be read, so that what follows it is not found to be amiss, too. */
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

/** Tells whether a record takes the place after another. */
export function follows(
  record: Pick<PlacedRecord, 'chain' | 'sequence'>,
  before: Pick<PlacedRecord, 'chain' | 'sequence'>,
): boolean {
  return record.chain === before.chain && record.sequence === before.sequence + 1;
}

function placeOf({ chain, sequence }: Pick<PlacedRecord, 'chain' | 'sequence'>): string {
  return JSON.stringify([chain, sequence]);
}
