/** The world for those who use the guard as a library: on this machine's disk, unless another is given. */
import { openDisk } from '../../adapters/files/index.ts';
import {
  type AuditTrail,
  createWorld,
  type Disk,
  openAuditTrail,
  type ReservedPaths,
  type World,
  type WorldOptions,
} from '../../guard/index.ts';
import { assertInvariant } from '../../kernel/index.ts';
import { createMemoryStore } from '../../ledger/index.ts';
import { createTools, type ToolSet, type Tools } from '../../tools/index.ts';
import { configDirectory, configurationPlaces } from '../config-directory.ts';
import { reservedPaths } from '../reserved-paths.ts';
import { systemClock, systemRandomness } from '../system-ports.ts';
import { openRootPorts, readingOf } from './open-root-ports.ts';

type MachineDisk = ReturnType<typeof openDisk>;

/** The options of a world; defaults to this machine's disk. */
type LocalWorldOptions = Omit<WorldOptions, 'disk'> & { readonly disk?: Disk };

type WorldGround = {
  readonly disk: MachineDisk;
  readonly roots: WorldOptions['roots'];
  readonly reserved: ReservedPaths;
};

const grounds = new WeakMap<World, WorldGround>();

/**
 * Makes the world of a session.
 *
 * @example
 * const world = createWorld({ policy, roots: { repo: '.' }, session: { id: 'a', mode: () => 'forge', mods: [], contract: () => null } });
 * const [reply, ref] = world.resolve('root:repo/README.md');
 */
export function createLocalWorld({ disk, ...options }: LocalWorldOptions): World {
  const reserved = {
    ...reservedPaths(configurationPlaces(configDirectory()), options.roots),
    ...options.reserved,
  };
  if (disk !== undefined) return createWorld({ ...options, disk, reserved });
  const machine = openDisk();
  const world = createWorld({ ...options, disk: machine, reserved });
  grounds.set(world, { disk: machine, roots: options.roots, reserved });
  return world;
}

/** Returns the disk and the roots of a world on this machine. */
function groundOf(world: World): WorldGround | undefined {
  return grounds.get(world);
}

/**
 * Makes the tools that act in a world; given ports replace the default ones.
 *
 * @example
 * const tools = createTools(world);
 * const { reply } = await tools.call({ tool: 'file', command: 'read', address: 'root:repo/README.md' });
 */
export function createLocalTools(world: World, given: Partial<ToolSet> = {}): Tools {
  const local = groundOf(world);
  const disk = given.disk ?? local?.disk;
  assertInvariant(disk, 'tools of a world with a disk of its own are given that disk');
  return createTools(world, {
    hostRoots: [],
    ...(local !== undefined && openRootPorts(local.roots, local)),
    trail: trailInMemory(),
    ...given,
    disk: readingOf(disk),
  });
}

/** Opened when something is first recorded. */
function trailInMemory(): AuditTrail {
  let opening: ReturnType<typeof openAuditTrail> | undefined;
  const open = () => {
    opening ??= openAuditTrail(
      { store: createMemoryStore(), clock: systemClock },
      { randomness: systemRandomness },
    );
    return opening;
  };
  return {
    note: async (entry) => (await open()).note(entry),
    record: async (entry) => (await open()).record(entry),
    flush: async () => (await open()).flush(),
  };
}
