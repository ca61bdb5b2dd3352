/** Holds the directory at a place of the disk, for whoever has to hand it to another program. */
import type { DiskPlace } from '../../guard/index.ts';
import type { HeldWay } from './held-way.ts';

/** A directory that stays the same one while it is held; the descriptor is null where it is held by its path. */
export type HeldPlace = { readonly path: string; readonly descriptor: number | null; release(): void };

/** A disk that hands out directories to run programs in. */
export type DiskHolds = {
  /** Holds the directory at a place; null where there is none, or a link stands on the way. */
  hold(place: DiskPlace): HeldPlace | null;
};

const DESCRIPTOR_PATH = /^\/proc\/self\/fd\/(\d+)$/;

/** Holds the directory that names lead to; the way is given up with it. */
export function holdPlace(way: HeldWay, names: readonly string[]): HeldPlace | null {
  const release = () => way[Symbol.dispose]();
  const held = way.leadTo(names);
  if (typeof held === 'string') {
    release();
    return null;
  }
  const [, descriptor] = DESCRIPTOR_PATH.exec(held.path) ?? [];
  return { path: held.path, descriptor: descriptor === undefined ? null : Number(descriptor), release };
}
