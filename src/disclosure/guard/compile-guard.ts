/**
 * The leak guard: built once per working set from the tokens of what is locked, then asked about every text that would
 * leave. It lives in memory only and tells where something leaked and of which handle, never what.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import { buildIndexes, type GuardEntry } from './guard-entry.ts';
import { type LeakHit, type ScanOptions, type ScanPart, type ScanTargets, scanParts } from './scan-parts.ts';

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
