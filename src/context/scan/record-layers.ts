/**
 * The records of all directories by path, of which a new state shares with the old one what did not move: a state is a
 * large map that is never altered, and a small one over it. When the small one grows, both become one.
 */
import type { ByteText } from './byte-text.ts';
import type { DirectoryRecord } from './directory-record.ts';

/** Records by the paths of their directories. */
export type Records = Pick<ReadonlyMap<ByteText, DirectoryRecord>, 'get' | 'size' | 'values'>;

/** What became of some directories; nothing where one is gone. */
export type RecordChanges = ReadonlyMap<ByteText, DirectoryRecord | undefined>;

type Layers = { readonly base: Records; readonly over: RecordChanges };

const LEAST_OVER = 64;
const layersOf = new WeakMap<Records, Layers>();

/** Returns the records after changes; the given ones stay as they are. */
export function layerRecords(records: Records, changes: RecordChanges): Records {
  if (changes.size === 0) return records;
  const { base, over: before } = layersOf.get(records) ?? { base: records, over: new Map() };
  const over = new Map([...before, ...changes]);
  // The small map is copied at each change, both when it is full: about the square root costs least together.
  return over.size > LEAST_OVER + 4 * Math.sqrt(base.size) ? merge({ base, over }) : layered({ base, over });
}

function layered(layers: Layers): Records {
  const { base, over } = layers;
  let merged: Records | undefined;
  const all = () => {
    merged ??= merge(layers);
    return merged;
  };
  const records: Records = {
    get: (path) => (over.has(path) ? over.get(path) : base.get(path)),
    get size() {
      return all().size;
    },
    values: () => all().values(),
  };
  layersOf.set(records, layers);
  return records;
}

function merge({ base, over }: Layers): Records {
  const merged = new Map<ByteText, DirectoryRecord>();
  for (const record of base.values()) if (!over.has(record.path)) merged.set(record.path, record);
  for (const [path, record] of over) if (record) merged.set(path, record);
  return merged;
}
