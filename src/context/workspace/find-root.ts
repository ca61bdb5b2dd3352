/** Finds the recorded root a person means: by the number of its scan, `latest`, `previous`, or digits of its id. */
import { type ContentId, cite, digestOf, PenumbraError } from '../../kernel/index.ts';
import type { RecordedScan } from '../lineage/scan-log.ts';

const DIGITS = /^(?:content:|tree:)?([0-9a-f]{4,64})$/i;
const NUMBER = /^#?(\d{1,9})$/;

/** Returns the root that a text names among recorded scans, or throws `invalid-id`. */
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
