/**
 * The world of a session: what its addresses mean and which of them are visible. It returns an I reply for
 * anything it cannot resolve and never denies. Visibility is decided from the address alone, before the disk
 * is accessed.
 */
import {
  createReplyBuilder,
  didYouMean,
  PenumbraError,
  type Reply,
  type ReplyBuilder,
} from '../../kernel/index.ts';
import { failedConditions } from '../conditions/condition.ts';
import { hiddenNames } from '../policy/hidden-names.ts';
import type { Policy } from '../policy/policy.ts';
import { findVisibility, policyTables, subdirectoryOf } from '../policy/policy-lookup.ts';
import { type Address, type AddressFault, addressAdvice, parseAddress } from './address.ts';
import type { Disk, DiskRoot } from './disk.ts';
import { createNaming, type OtherName } from './other-names.ts';
import { createRegistryReader } from './read-registry.ts';
import {
  answerOf,
  type ReservedPaths,
  readMode,
  readSession,
  requireSession,
  type Session,
  type Snapshot,
} from './read-session.ts';
import { mintRef, type RefPlace, readRef, type VisibilityRef } from './visibility-ref.ts';

/** The mode of a session before one is set. */
const NO_MODE = 'uninitiated';
const NO_ENTRIES: Snapshot['registry'] = Object.freeze([]);

/** Options of a world; `roots` are directories by root key. */
export type WorldOptions = {
  readonly policy: Policy;
  readonly roots: Readonly<Record<string, string>>;
  readonly session: Session;
  readonly disk: Disk;
  /** Paths below roots that are unreachable through this world, such as a ledger inside a root. */
  readonly reserved?: ReservedPaths;
};

/** How to resolve an address. A tool call that resolves twice passes the same snapshot to both. */
export type ResolveOptions = {
  readonly requireExists?: boolean;
  readonly snapshot?: Snapshot;
  readonly traceId?: string;
};

/** What a session sees. */
export type World = {
  readonly sessionId: string;
  readonly policy: Policy;
  /** The current mode of the session; `uninitiated` before one is set. */
  readonly mode: string;
  /** Returns the key of the policy's first root that exists and is visible now, or null. */
  firstRoot(): string | null;
  /** Captures the state that a tool call is decided by. */
  snapshot(): Snapshot;
  /** Resolves an address to a capability, or says why not. */
  resolve(address: string, options?: ResolveOptions): readonly [Reply, VisibilityRef | null];
  /** Returns the place of a reference, or null if another world minted it. */
  placeOf(ref: VisibilityRef): RefPlace | null;
  /** Returns the names of a place in other roots, if roots are nested. */
  otherNames(place: Pick<RefPlace, 'root' | 'path'>): readonly OtherName[];
};

/** Creates the world of a session. A root that is not a directory throws; an omitted root is absent. */
export function createWorld({ policy, roots, session, disk, reserved = {} }: WorldOptions): World {
  requireSession(session);
  const tables = policyTables(policy);
  const openRoots = openAll(policy, roots, disk);
  const hides = new Map(policy.roots.map((root) => [root.key, hiddenNames(root, reserved[root.key])]));
  const otherNames = createNaming({ policy, roots, openRoots, disk });
  const readRegistry = createRegistryReader({ session, disk, roots: openRoots });

  const takeSnapshot = (): Snapshot => {
    const registry = answerOf(readRegistry) ?? NO_ENTRIES;
    return Object.freeze({ ...readSession(session), registry, policy, reserved });
  };

  const isVisible = (
    { root, subdirectory, path, entry }: Omit<RefPlace, 'address' | 'disk'>,
    mode: string,
    snapshot: Snapshot,
  ): boolean => {
    if (hides.get(root)?.(path) !== false) return false;
    // Registry entries are visible.
    if (entry !== null) return true;
    const row = findVisibility(tables, { mode, root, subdirectory });
    // INVARIANT (deny by default): without a row, nothing is visible.
    if (row === undefined || row.isNever) return false;
    const { registry, contract, masks, role } = snapshot;
    const context = {
      registry,
      contract,
      masks,
      role,
      session: { id: session.id },
      paths: [path],
      operation: null,
    };
    return failedConditions(row.conditions, { ...context, mode, root, subdirectory }).length === 0;
  };

  /**
   * Returns the place of an address, or null if its root is absent and the place would be invisible anyway.
   */
  const findPlace = (
    { isEntry, key, path, text }: Address,
    mode: string,
    snapshot: Snapshot,
  ): RefPlace | AddressFault | null => {
    const entry = isEntry ? snapshot.registry.find(({ name }) => name === key) : null;
    if (entry === undefined) return 'unknown-entry';
    const root = entry?.root ?? key;
    const below = entry === null ? path : [entry.path, path].filter((part) => part !== '').join('/');
    const subdirectory = subdirectoryOf(tables, root, below);
    const opened = openRoots.get(root);
    // INVARIANT (what is not seen answers alike): a root of the policy gives the same reply whether or not
    // the host provides it.
    if (opened === undefined)
      return !hides.has(root) || isVisible({ root, subdirectory, path: below, entry: null }, mode, snapshot)
        ? 'unknown-root'
        : null;
    const place = { root, subdirectory, path: below, disk: { root: opened, path: below } };
    return { ...place, address: text, entry: entry?.name ?? null };
  };

  const firstRoot = (): string | null => {
    const snapshot = takeSnapshot();
    const { mode } = snapshot;
    if (mode === null) return null;
    const isSeen = (root: string) =>
      isVisible({ root, subdirectory: null, path: '', entry: null }, mode, snapshot);
    return policy.roots.find(({ key }) => openRoots.has(key) && isSeen(key))?.key ?? null;
  };

  const world: World = {
    sessionId: session.id,
    policy,
    get mode() {
      return readMode(session) ?? NO_MODE;
    },
    firstRoot,
    snapshot: takeSnapshot,
    resolve: (text, { requireExists = true, snapshot = takeSnapshot(), traceId = '' } = {}) => {
      const reply = createReplyBuilder({
        meta: { layer: 'WA', policy: policy.hash },
        trace: { trace_id: traceId, session_id: session.id },
      });
      const { mode } = snapshot;
      if (typeof mode !== 'string') return [reply.invalid('WA-SYS-I-001'), null];
      if (!policy.modes.includes(mode)) {
        return [
          reply.invalid('WA-SYS-I-001', { message: 'The policy knows no such mode.', data: { mode } }),
          null,
        ];
      }
      const parsed = parseAddress(text, policy);
      if (typeof parsed === 'string') return [refuse(reply, parsed), null];
      const address = spelledNow(parsed, snapshot);
      const place = findPlace(address, mode, snapshot);
      if (typeof place === 'string') return [refuse(reply, place), null];
      const resolved = { resolved: address.text };
      if (place === null || !isVisible(place, mode, snapshot))
        return [reply.invalid('WA-RES-I-003', { data: resolved }), null];
      const found = disk.lookUp(place.disk);
      if (found === 'link') return [refuse(reply, 'link'), null];
      if (found === 'absent' && requireExists)
        return [reply.invalid('WA-RES-I-004', { data: resolved }), null];
      return [reply.success('WA-RES-S-001', { data: describe(address, place) }), mintRef(place, world)];
    },
    placeOf: (ref) => readRef(ref, world),
    otherNames,
  };
  return Object.freeze(world);
}

/**
 * A name with a colon is used if there is such an entry; otherwise the colon belongs to the legacy spelling.
 */
function spelledNow(address: Address, { registry }: Snapshot): Address {
  const { legacy, key } = address;
  return legacy === undefined || registry.some(({ name }) => name === key) ? address : legacy;
}

function openAll(policy: Policy, roots: WorldOptions['roots'], disk: Disk): ReadonlyMap<string, DiskRoot> {
  const known = policy.roots.map(({ key }) => key);
  return new Map(
    Object.entries(roots).map(([key, directory]) => {
      if (!known.includes(key)) {
        const message = `\`${key}\` is not a root of policy \`${policy.name}\`${didYouMean(key, known)}`;
        throw new PenumbraError('invalid-configuration', message, { hint: `use one of ${known.join(', ')}` });
      }
      const opened = disk.openRoot(directory);
      if (opened !== null) return [key, opened];
      throw new PenumbraError('invalid-configuration', `root \`${key}\` is not a directory`, {
        data: { root: key, directory },
        hint: 'create the directory, or leave the root out',
      });
    }),
  );
}

function refuse(reply: ReplyBuilder, fault: AddressFault): Reply {
  const [problem, remedy] = addressAdvice[fault];
  const message = `The address cannot be resolved: ${problem}.`;
  return reply.invalid('WA-RES-I-001', { message, data: { reason: fault, remedy } });
}

function describe(address: Address, { root, subdirectory, entry }: RefPlace) {
  return {
    resolved: address.text,
    root_key: root,
    subdirectory,
    relative_path: address.path,
    ...(entry !== null && { mod_name: entry }),
  };
}
