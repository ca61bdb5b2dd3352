/** The way between the paths that a server and its agent speak in, and the addresses that a policy speaks of. */
import { resolve } from 'node:path';
import { pathWithin } from '../../../engine/index.ts';

/** A root and its directory, as it was named and as it really lies. */
export type ProxyRoot = { readonly key: string; readonly directory: string; readonly named: string };

/** Returns the address of a path; one that lies in no root is returned as it is, and is no address. */
export function addressOf(path: string, base: string, roots: readonly ProxyRoot[]): string {
  if (path.startsWith('root:')) return path;
  // A NUL is no part of a name, and the gate says so.
  if (path.includes('\0')) return path;
  const place = resolve(base, path);
  const found = roots.flatMap(({ key, directory, named }) => {
    const within = pathWithin(directory, place) ?? pathWithin(named, place);
    return within === null ? [] : [{ key, within }];
  });
  // A root within another keeps its key.
  const [nearest] = found.sort((left, right) => left.within.length - right.within.length);
  if (nearest === undefined) return path;
  return nearest.within === '' ? `root:${nearest.key}` : `root:${nearest.key}/${nearest.within}`;
}

/** Returns where an address that was resolved lies. */
export function pathOf(address: string, roots: readonly ProxyRoot[]): string {
  const [, key = '', path = ''] = /^root:([^/]+)\/?(.*)$/s.exec(address) ?? [];
  const root = roots.find((one) => one.key === key);
  if (root === undefined) throw new Error('an address that was resolved lies in a root');
  return path === '' ? root.directory : `${root.directory}/${path}`;
}
