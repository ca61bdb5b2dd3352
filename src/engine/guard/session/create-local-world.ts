/** The world for who uses the guard as a library: over the disk of this machine, unless another is given. */
import { openDisk } from '../../../adapters/files/index.ts';
import {
  createWorld,
  type Disk,
  type ReservedPaths,
  type World,
  type WorldOptions,
} from '../../../guard/index.ts';
import { configDirectory, configurationPlaces } from '../../config-directory.ts';
import { reservedPaths } from '../../reserved-paths.ts';

type MachineDisk = ReturnType<typeof openDisk>;

/** What a world is made of; the disk is that of this machine where none is given. */
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

/** Returns the disk and the roots of a world that stands on this machine. */
export function groundOf(world: World): WorldGround | undefined {
  return grounds.get(world);
}
