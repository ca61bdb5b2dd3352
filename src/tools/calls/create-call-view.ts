/**
 * What one call sees below its place. The world decides by resolving. If the policy's rows do not depend on
 * the path, one answer serves all paths under the same row, so thousands of files do not cost thousands of
 * replies.
 */
import { unscannedNames } from '../../context/index.ts';
import { hiddenNames, type RefPlace, type Snapshot, type World } from '../../guard/index.ts';

/** The visibility of an address for this call. Anything without an address is invisible. */
type Seen = 'seen' | 'hidden' | 'unaddressable';

/** What a call sees. */
export type CallView = {
  /**
   * Views with equal keys see the same in any session; null if visibility depends on more than the policy.
   */
  readonly key: string | null;
  /** Resolves one path below the call's place. */
  look(path: string): Seen;
  /** Converts a root's path to a path below the call's place, if it is visible there; otherwise undefined. */
  find(rootPath: string): string | undefined;
  /** Returns what the call sees of its whole root, including above and beside its place. */
  ofRoot(): RootView;
};

/** What a call sees of its root. */
export type RootView = {
  /** Views with equal keys see the same; null if visibility depends on more than the policy. */
  readonly key: string | null;
  /**
   * Whether everything a scan finds in the root is unconditionally visible in this mode. Names that are
   * hidden in every root are not scanned.
   */
  readonly isWhole: boolean;
  /** Returns whether a path of the root is visible; the root itself is the empty path. */
  sees(rootPath: string): boolean;
  /** Returns, from the policy alone, whether anything a scan finds could be hidden below a visible path. */
  hidesBelow(rootPath: string): boolean;
};

/** Parts no address can have; a path with one is not decided by its row. */
const UNUSUAL = /(?:^|\/)\.{0,2}(?:\/|$)|[\\\p{Cc}\p{Cs}]/u;

/** A path of this length is addressable whatever its size in bytes. */
const USUAL_LENGTH = 500;

type CallViewOptions = { readonly world: World; readonly snapshot: Snapshot; readonly place: RefPlace };

export function createCallView({ world, snapshot, place }: CallViewOptions): CallView {
  const rows = snapshot.policy.visibility.filter(
    ({ mode, root }) => mode === snapshot.mode && root === place.root,
  );
  const named = new Set(rows.map(({ subdirectory }) => subdirectory));
  const own = snapshot.policy.roots.find(({ key }) => key === place.root);
  const reserved = snapshot.reserved[place.root] ?? [];
  const hides = hiddenNames(own ?? { hidden: [] }, reserved);
  const answers = new Map<string | null, boolean>();

  const look = (path: string): Seen => {
    const [{ code, data }] = world.resolve(`${place.address}/${path}`, { requireExists: false, snapshot });
    if (code === 'WA-RES-S-001') return 'seen';
    // A link is listed, although no capability leads through it.
    if (code === 'WA-RES-I-001') return data.reason === 'link' ? 'seen' : 'unaddressable';
    return 'hidden';
  };

  const rowKey = (path: string): string | null => {
    const first = firstOf(place.path === '' ? path : place.path);
    return named.has(first) ? first : null;
  };
  const isFixed = (key: string | null): boolean =>
    place.entry !== null ||
    rows.every(({ subdirectory, answer }) => typeof answer === 'string' || !isRowOf(subdirectory, key));

  const sees = (path: string): boolean => {
    // Hidden names do not depend on the row.
    if (hides(joined(place.path, path))) return false;
    const key = rowKey(path);
    const isUsual = path.length <= USUAL_LENGTH && !UNUSUAL.test(path);
    const answer = isUsual ? answers.get(key) : undefined;
    if (answer !== undefined) return answer;
    const seen = look(path);
    // An unaddressable path says nothing about its row.
    if (isUsual && seen !== 'unaddressable' && isFixed(key)) answers.set(key, seen === 'seen');
    return seen === 'seen';
  };

  const isFixedWhole = place.entry !== null || rows.every(({ answer }) => typeof answer === 'string');
  const { policy, mode } = snapshot;

  return Object.freeze({
    key: isFixedWhole
      ? JSON.stringify([policy.hash, mode, place.root, place.path, place.entry, reserved])
      : null,
    look,
    find: (rootPath: string) => {
      const path = belowOf(place.path, rootPath);
      // The place itself was resolved, so it is visible.
      return path === undefined || path === '' || sees(path) ? path : undefined;
    },
    ofRoot: () => rootView({ world, snapshot, place }),
  });
}

/**
 * Anything below the call's registry entry is visible through the entry, everything else by the rows of the
 * root.
 */
function rootView({ world, snapshot, place }: CallViewOptions): RootView {
  const { root, entry, disk } = place;
  const address = `root:${root}`;
  const top = { root, subdirectory: null, path: '', address, entry: null, disk: { ...disk, path: '' } };
  const { key, look, find } = createCallView({ world, snapshot, place: top });
  const { policy, mode, registry } = snapshot;
  const listed = entry === null ? undefined : registry.find(({ name }) => name === entry);
  // The whole entry, because the place may be a single file of it.
  const ofEntry = listed && { ...place, address: `${policy.registry}:${listed.name}`, path: listed.path };
  const own = ofEntry && createCallView({ world, snapshot, place: ofEntry });
  const rows = policy.visibility.filter((row) => row.mode === mode && row.root === root);
  const rowOf = (subdirectory: string | null) => rows.find((row) => row.subdirectory === subdirectory);
  const names = policy.roots.find((one) => one.key === root)?.hidden ?? [];
  const hidesNames = names.some((name) => !unscannedNames.has(name.toLowerCase()));
  const scanned = rows.filter((row) => row.subdirectory !== null && !unscannedNames.has(row.subdirectory));
  return Object.freeze({
    key: entry === null ? key : null,
    isWhole:
      rows.some(({ subdirectory }) => subdirectory === null) &&
      rows.every(({ answer }) => answer === 'always') &&
      snapshot.reserved[root] === undefined &&
      policy.roots.some((one) => one.key === root && one.hidden.length === 0),
    sees: (path: string) =>
      own?.find(path) !== undefined || (path === '' ? look('') === 'seen' : find(path) !== undefined),
    // INVARIANT (hidden things answer alike): using what actually exists would reveal that something is
    // hidden.
    hidesBelow: (path: string) => {
      const isKept = (snapshot.reserved[root] ?? []).some((kept) => belowOf(path, kept) !== undefined);
      if (hidesNames || isKept) return true;
      if (own?.find(path) !== undefined) return false;
      const deciding = path === '' ? [rowOf(null), ...scanned] : [rowOf(firstOf(path)) ?? rowOf(null)];
      return deciding.some((row) => row?.answer !== 'always');
    },
  });
}

function belowOf(top: string, path: string): string | undefined {
  if (top === '') return path;
  if (path === top) return '';
  return path.startsWith(`${top}/`) ? path.slice(top.length + 1) : undefined;
}

function joined(top: string, path: string): string {
  return top === '' ? path : `${top}/${path}`;
}

function isRowOf(subdirectory: string | null, key: string | null): boolean {
  return subdirectory === null || subdirectory === key;
}

function firstOf(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? path : path.slice(0, slash);
}

/** Memoizes `make` for each pair of a source and a view. */
export function memoizeByView<Source extends object, Made, By extends Pick<CallView, 'key'> = CallView>(
  make: (source: Source, view: By) => Made,
): (source: Source, view: By) => Made {
  const made = new WeakMap<Source, Map<string, Made>>();
  return (source, view) => {
    if (view.key === null) return make(source, view);
    const known = made.get(source) ?? new Map<string, Made>();
    made.set(source, known);
    const found = known.get(view.key) ?? make(source, view);
    known.set(view.key, found);
    return found;
  };
}
