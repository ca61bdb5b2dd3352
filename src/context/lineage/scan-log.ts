/** The log of recorded scans and their roots. A scan with the same root as the last one adds nothing. */
import {
  type ContentId,
  canonicalText,
  cite,
  digestOf,
  isId,
  makeId,
  PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';
import {
  directoryTree,
  everyEntry,
  type LogEntry,
  recordedMsOf,
  type StoreReader,
} from '../../ledger/index.ts';

/** The name of the log. */
export const SCAN_LOG = 'scan';

/** One recorded scan. */
export type RecordedScan = {
  /** 1 for the first. */
  readonly scan: number;
  readonly root: ContentId;
  readonly stamp: number;
  readonly recordedMs: number;
};

/** Returns the log value for a scan. It refers to the tree, so the ledger keeps the tree. */
export function scanLogValue(root: ContentId): string {
  return canonicalText({ tree: directoryTree(root) });
}

/** Reads all recorded scans, oldest first. If some are already known, only the last of them is read again. */
export async function readScans(
  store: StoreReader,
  known: readonly RecordedScan[] = [],
): Promise<readonly RecordedScan[]> {
  const scans = known.slice(0, -1);
  for await (const entry of everyEntry(store, SCAN_LOG, scans.length)) scans.push(readScanEntry(entry));
  const last = known.at(-1);
  // Merging ledgers renumbers their scans.
  const isSame = last === undefined || scans[last.scan - 1]?.stamp === last.stamp;
  return isSame ? scans : readScans(store);
}

/** Returns the last recorded scan, if any. */
export async function lastScan(store: StoreReader): Promise<RecordedScan | null> {
  const head = await store.head(SCAN_LOG);
  return head && readScanEntry(head);
}

function readScanEntry({ sequence, stamp, value }: LogEntry): RecordedScan {
  const { tree } = (parseCanonical(value) ?? {}) as { readonly tree?: unknown };
  if (typeof tree !== 'string' || !isId(tree, 'tree'))
    throw corruptEntry({ log: SCAN_LOG, problem: 'names no tree' });
  const root = makeId('content', digestOf(tree));
  return { scan: sequence, root, stamp, recordedMs: recordedMsOf(stamp) };
}

/** Returns the error for an unreadable entry; `problem` says what is wrong with it. */
export function corruptEntry({
  log,
  problem,
}: {
  readonly log: string;
  readonly problem: string;
}): PenumbraError {
  return new PenumbraError('log-corrupt', `log ${cite(log)} holds an entry that ${problem}`, {
    data: { log },
    hint: 'run `penumbra validate` to see what it affects, and import an export of a whole copy',
  });
}

const DIGITS = /^(?:content:|tree:)?([0-9a-f]{4,64})$/i;
const NUMBER = /^#?(\d{1,9})$/;

/** Finds the root a text refers to among recorded scans, or throws `invalid-id`. */
export function findRoot(scans: readonly RecordedScan[], text: string): ContentId {
  const named = byName(scans, text);
  if (named) return named.root;
  const digits = DIGITS.exec(text)?.[1]?.toLowerCase();
  const roots = new Set(scans.map(({ root }) => root));
  const found = digits === undefined ? [] : [...roots].filter((root) => digestOf(root).startsWith(digits));
  const [first, second] = found;
  if (first && !second) return first;
  throw new PenumbraError(
    'invalid-id',
    `${cite(text)} names ${second ? 'several recorded roots' : 'no recorded root'}`,
    {
      hint: 'give the number of a scan, `latest`, `previous`, or the first digits of a root; see `penumbra history .`',
    },
  );
}

function byName(scans: readonly RecordedScan[], text: string): RecordedScan | undefined {
  if (text === 'latest') return scans.at(-1);
  if (text === 'previous') return scans.at(-2);
  const number = NUMBER.exec(text)?.[1];
  return number === undefined ? undefined : scans[Number(number) - 1];
}
