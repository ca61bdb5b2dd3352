/**
 * The leak guard. It is built once per working set from the tokens of its locked items and scans every text
 * before it is sent. It exists only in memory, and a hit reports the path and the handle, never the content.
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
import { AS_SHOWN, type Readings, unescapeText } from './unescape-text.ts';
import { trailText, walkTexts } from './walk-texts.ts';

/** Finds locked tokens in values. The object is frozen and its patterns cannot be read back. */
export type LeakGuard = {
  /** The number of locked items with at least one pattern. */
  readonly size: number;
  /** The working set it was built for, or null for a guard built by hand. */
  readonly workingSetId: string | null;
  /** Returns the id by which a consumer knows that working set. */
  idFor(consumer: string): string | null;
  /** Scans every string, key and number of a value. */
  scan(value: CanonicalValue, options?: ScanOptions): readonly LeakHit[];
  /** Scans adjacent values, and also finds a token that starts in one and ends in the next. */
  scanAdjacent(parts: readonly ScanPart[], options?: ScanOptions): readonly LeakHit[];
  /**
   * Returns the same guard bound to a working set. A handle that is a key of `names` is reported as its
   * value.
   */
  bind(workingSetId: string, binding?: GuardBinding): LeakGuard;
};

/** Describes the working set that a guard is bound to. */
type GuardBinding = {
  readonly names?: ReadonlyMap<string, string>;
  /** Returns the id by which a consumer knows the working set; defaults to the id of the set itself. */
  readonly idFor?: (consumer: string) => string;
};

/** Compiles the guard of a working set. */
export function compileGuard(entries: readonly GuardEntry[]): LeakGuard {
  return createGuard(null, { ...buildIndexes(entries), handles: entries.map(({ handle }) => handle) });
}

type GuardTargets = ScanTargets & { readonly covered: number };

/** The guards compiled here, each with a cache of the working set ids per consumer. */
const made = new WeakMap<object, Map<string, string | null>>();

/** Returns whether a value is a guard compiled here. A look-alike object might find nothing. */
export function isLeakGuard(value: unknown): value is LeakGuard {
  return typeof value === 'object' && value !== null && made.has(value);
}

/** Caches an id that the caller has already computed from the same bytes. */
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

/** Where something locked was found. Below the first segment, the path has positions instead of keys. */
export type LeakHit = { readonly handle: string; readonly path: string };

/** A value and the path under which its hits are reported. */
export type ScanPart = { readonly path: string; readonly value: CanonicalValue };

type ScanOptions = {
  /**
   * Whether numbers are scanned (default true). Set to false for counts, bounds and other numbers that are
   * not content.
   */
  readonly numbers?: boolean;
  /** Ignores shorter patterns. Used for hashes, which contain short patterns by chance. */
  readonly minimumLength?: number;
  /** Scans each value separately. By default a token may start in one value and end in the next. */
  readonly apart?: boolean;
  /** A global pattern of what readers skip, such as citations. A text with a match is also scanned without it. */
  readonly passOver?: RegExp;
  /** Whether the ids of locked items are looked for (default true). */
  readonly ids?: boolean;
};

/** The patterns to look for: letters and digits, and symbols. Owners are positions in `handles`, those of ids follow them. */
type ScanTargets = {
  readonly letters: FingerprintIndex;
  /** What remains of tokens that themselves contain escapes; only used on text whose escapes were undone. */
  readonly undoneLetters: FingerprintIndex;
  readonly symbols: FingerprintIndex;
  readonly handles: readonly string[];
};

type Found = { readonly text: number; readonly owner: number };

/** Scans adjacent values and returns each hit once, in document order. */
function scanParts(
  targets: ScanTargets,
  parts: readonly ScanPart[],
  options: ScanOptions,
): readonly LeakHit[] {
  const { letters, undoneLetters, symbols, handles } = targets;
  const { minimumLength = 0, ids = true, passOver } = options;
  const keys = new Set<number>();
  const report = (owner: number, text: number): void => {
    if (ids || owner < handles.length) keys.add(text * handles.length + (owner % handles.length));
  };
  const undone = new Map<number, Readings>();
  let [reading, isFirst, hasShapes] = [AS_IT_IS, true, false];
  const onRead: ReaderTask['onRead'] = (text, number, noticed) => {
    hasShapes ||= noticed.hasShapes;
    if (!isFirst) return;
    const isReadAgain = noticed.hasEscapes || (passOver !== undefined && text.search(passOver) >= 0);
    const readings = isReadAgain ? unescapeText(text, passOver) : null;
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
  if (hasShapes) {
    for (reading of [AS_IT_IS, ...shownReadings(undone)]) find(letters, normalizeShapesInto);
  }
  if (keys.size === 0) return NO_HITS;
  const hits = [...keys].sort((a, b) => a - b).map((key) => foundOf(key, handles.length));
  return nameHits(hits, targets, parts, options);
}

/** Texts that are replaced by another reading of them, by number. */
type Reading = ReadonlyMap<number, string>;

const AS_IT_IS: Reading = new Map();

/**
 * Returns the further readings of all texts with their escapes undone, skipping those equal to the previous
 * one.
 */
function undoneReadings(undone: ReadonlyMap<number, Readings>): readonly Reading[] {
  const all = [...undone];
  const count = all[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, at) => at)
    .filter((at) => at > 0 && all.some(([, readings]) => readings[at] !== readings[at - 1]))
    .map((at) => new Map(all.map(([number, readings]) => [number, readings[at] as string])));
}

/** Returns all texts as a terminal shows them, if some of them differ from what it shows. */
function shownReadings(undone: ReadonlyMap<number, Readings>): readonly Reading[] {
  const isOther = [...undone.values()].some(([text, ...others]) => others[AS_SHOWN - 1] !== text);
  return isOther ? [new Map([...undone].map(([number, each]) => [number, each[AS_SHOWN] as string]))] : [];
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

/** Walks the values a second time to compute paths, because hits are rare. */
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

/** Lends the shared buffers. A nested scan, which only a value with getters could start, gets its own. */
function withBuffers(use: (buffers: ReaderBuffers) => void): void {
  const buffers = spare ?? createBuffers();
  spare = null;
  try {
    use(buffers);
  } finally {
    spare = buffers;
  }
}
