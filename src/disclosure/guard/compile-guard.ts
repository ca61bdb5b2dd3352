/**
 * The leak guard: built once per working set from the tokens of what is locked, then asked about every text that would
 * leave. It lives in memory only and tells where something leaked and of which handle, never what.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import type { FingerprintIndex } from './fingerprint-index.ts';
import { buildIndexes, type GuardEntry } from './guard-entry.ts';
import { normalizeSymbolsInto } from './normalize-symbols.ts';
import { normalizeInto, normalizeShapesInto } from './normalize-text.ts';
import {
  createBuffers,
  type ReaderBuffers,
  type ReaderTask,
  readTexts,
  type TextReader,
} from './text-reader.ts';
import { type Readings, unescapeText } from './unescape-text.ts';
import { trailText, walkTexts } from './walk-texts.ts';

/** Finds locked tokens in values. Frozen; its patterns cannot be read back. */
export type LeakGuard = {
  /** How many locked items it looks for; those that leave nothing to look for do not count. */
  readonly size: number;
  /** The working set it was built with, or null for one that was made by hand. */
  readonly workingSetId: string | null;
  /** The id under which a consumer knows that working set. */
  idFor(consumer: string): string | null;
  /** Scans every string, key and number of a value. */
  scan(value: CanonicalValue, options?: ScanOptions): readonly LeakHit[];
  /** Scans adjacent values, also for a token that begins in one and ends in another. */
  scanAdjacent(parts: readonly ScanPart[], options?: ScanOptions): readonly LeakHit[];
  /** Returns the same guard, bound to a working set; handles that are keys of `names` are reported under their value. */
  bind(workingSetId: string, binding?: GuardBinding): LeakGuard;
};

/** What is known of the working set that a guard is bound to. */
type GuardBinding = {
  readonly names?: ReadonlyMap<string, string>;
  /** Returns the id under which a consumer knows it; that of the set itself, unless it says otherwise. */
  readonly idFor?: (consumer: string) => string;
};

/** Compiles the guard of a working set. */
export function compileGuard(entries: readonly GuardEntry[]): LeakGuard {
  return createGuard(null, { ...buildIndexes(entries), handles: entries.map(({ handle }) => handle) });
}

type GuardTargets = ScanTargets & { readonly covered: number };

/** The guards that were compiled here, with the ids under which consumers know their working sets, as far as asked. */
const made = new WeakMap<object, Map<string, string | null>>();

/** Tells whether a value is a guard that was compiled here; whatever else has its form may find nothing. */
export function isLeakGuard(value: unknown): value is LeakGuard {
  return typeof value === 'object' && value !== null && made.has(value);
}

/** Spares a guard working out an id that was worked out from the same bytes already. */
export function rememberId(guard: LeakGuard, consumer: string, id: string): void {
  made.get(guard)?.set(consumer, id);
}

function createGuard(
  workingSetId: string | null,
  targets: GuardTargets,
  idOf: LeakGuard['idFor'] = () => null,
): LeakGuard {
  const ids = new Map<string, string | null>();
  const idFor = (consumer: string): string | null => {
    const id = ids.get(consumer) ?? idOf(consumer);
    ids.set(consumer, id);
    return id;
  };
  const guard: LeakGuard = Object.freeze({
    size: targets.covered,
    workingSetId,
    scan: (value, options = {}) => scanParts(targets, [{ path: 'value', value }], options),
    scanAdjacent: (parts, options = {}) => scanParts(targets, parts, options),
    idFor,
    bind: (id, { names, idFor = () => id } = {}) => createGuard(id, renameTargets(targets, names), idFor),
  } satisfies LeakGuard);
  made.set(guard, ids);
  return guard;
}

function renameTargets(targets: GuardTargets, names: ReadonlyMap<string, string> | undefined): GuardTargets {
  if (names === undefined) return targets;
  return { ...targets, handles: targets.handles.map((handle) => names.get(handle) ?? handle) };
}

/** Where something locked was found; the path has positions instead of keys below its beginning. */
export type LeakHit = { readonly handle: string; readonly path: string };

/** A value with the path that names it in a hit. */
export type ScanPart = { readonly path: string; readonly value: CanonicalValue };

/** How to scan. */
type ScanOptions = {
  /** False where numbers are not content, such as counts and bounds; true otherwise. */
  readonly numbers?: boolean;
  /** Passes over shorter patterns; for hashes, in which short ones occur by chance. */
  readonly minimumLength?: number;
  /** Scans each value by itself; otherwise a token may begin in one and end in another. */
  readonly apart?: boolean;
};

/** What is looked for: patterns of letters and digits, and of symbols; owners are positions in `handles`. */
type ScanTargets = {
  readonly letters: FingerprintIndex;
  /** What escapes that a token holds itself leave of it; looked for where escapes are undone. */
  readonly undoneLetters: FingerprintIndex;
  readonly symbols: FingerprintIndex;
  readonly handles: readonly string[];
};

type Found = { readonly text: number; readonly owner: number };

/** Scans adjacent values and returns each hit once, in the order of the document. */
function scanParts(
  targets: ScanTargets,
  parts: readonly ScanPart[],
  options: ScanOptions,
): readonly LeakHit[] {
  const { letters, undoneLetters, symbols, handles } = targets;
  const { minimumLength = 0 } = options;
  const keys = new Set<number>();
  const report = (owner: number, text: number): void => void keys.add(text * handles.length + owner);
  const undone = new Map<number, Readings>();
  let [reading, isFirst, hasShapes] = [AS_IT_IS, true, false];
  const onRead: ReaderTask['onRead'] = (text, number, noticed) => {
    hasShapes ||= noticed.hasShapes;
    const readings = noticed.hasEscapes && isFirst ? unescapeText(text) : null;
    if (readings !== null) undone.set(number, readings);
  };
  const find = (index: FingerprintIndex, normalize: typeof normalizeInto): void => {
    if (index.longest === 0) return;
    const task = { index, normalize, minimumLength, report, onRead };
    withBuffers((buffers) => readTexts(buffers, task, (reader) => feed(parts, options, reading, reader)));
  };
  find(letters, normalizeInto);
  find(symbols, normalizeSymbolsInto);
  isFirst = false;
  for (reading of undoneReadings(undone)) {
    find(letters, normalizeInto);
    find(undoneLetters, normalizeInto);
    find(symbols, normalizeSymbolsInto);
  }
  reading = AS_IT_IS;
  if (hasShapes) find(letters, normalizeShapesInto);
  if (keys.size === 0) return NO_HITS;
  const hits = [...keys].sort((a, b) => a - b).map((key) => foundOf(key, handles.length));
  return nameHits(hits, targets, parts, options);
}

/** Texts that are read otherwise than they are, by number. */
type Reading = ReadonlyMap<number, string>;

const AS_IT_IS: Reading = new Map();

/** Returns the readings of all texts with their escapes undone, each in which one is read otherwise than before. */
function undoneReadings(undone: ReadonlyMap<number, Readings>): readonly Reading[] {
  const all = [...undone];
  const count = all[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, at) => at)
    .filter((at) => at > 0 && all.some(([, readings]) => readings[at] !== readings[at - 1]))
    .map((at) => new Map(all.map(([number, readings]) => [number, readings[at] as string])));
}

const NO_HITS: readonly LeakHit[] = Object.freeze([]);

function foundOf(key: number, owners: number): Found {
  return { text: Math.floor(key / owners), owner: key % owners };
}

function feed(
  parts: readonly ScanPart[],
  { numbers = true, apart = false }: ScanOptions,
  reading: Reading,
  reader: TextReader,
): void {
  const walkOptions = { hasNumbers: numbers };
  let number = 0;
  const visit = (text: string, isKey: boolean): void => {
    reader.read(reading.get(number) ?? text, number, isKey);
    number++;
  };
  for (const { value } of parts) {
    walkTexts(value, walkOptions, visit);
    if (apart) reader.separate();
  }
}

/** Walks once more to name the places, for names are needed seldom. */
function nameHits(
  found: readonly Found[],
  { handles }: ScanTargets,
  parts: readonly ScanPart[],
  { numbers = true }: ScanOptions,
): readonly LeakHit[] {
  const paths = new Map<number, string>(found.map(({ text }) => [text, parts[0]?.path ?? '']));
  let number = 0;
  for (const { path, value } of parts) {
    walkTexts(value, { hasNumbers: numbers }, (_text, _isKey, trail) => {
      if (paths.has(number)) paths.set(number, path + trailText(trail));
      number++;
    });
  }
  const hits = new Map<string, LeakHit>();
  for (const { text, owner } of found) {
    const hit = Object.freeze({ handle: handles[owner] as string, path: paths.get(text) as string });
    hits.set(`${hit.path} ${hit.handle}`, hit);
  }
  return Object.freeze([...hits.values()]);
}

let spare: ReaderBuffers | null = null;

/** Lends the buffers out; a scan within a scan, which only a value with getters could start, gets its own. */
function withBuffers(use: (buffers: ReaderBuffers) => void): void {
  const buffers = spare ?? createBuffers();
  spare = null;
  try {
    use(buffers);
  } finally {
    spare = buffers;
  }
}
