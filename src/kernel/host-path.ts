/**
 * Keeps the real places of roots out of replies: refused where a reply speaks for us, replaced by the root's address
 * where it carries what a program printed.
 */

import { isPlainObject } from './canonical-json.ts';
import { limits } from './limits.ts';
import { assertInvariant } from './penumbra-error.ts';
import type { ReplyValue } from './reply.ts';

/** A root an agent knows by key, and where it really lies. */
export type HostRoot = { readonly key: string; readonly realPath: string };

/** A root and how its place is found in a text. */
export type SoughtRoot = HostRoot & {
  /** Finds it where a path begins: inside a longer path it is a name like any other. */
  readonly atStart: RegExp;
  /** Finds it wherever text from inside a root may hold it, as in `-I/srv/roots/main`. */
  readonly anywhere: RegExp;
};

const NONE: readonly SoughtRoot[] = Object.freeze([]);
const remembered = new WeakMap<readonly HostRoot[], readonly SoughtRoot[]>();

/** Returns the roots in the order they are looked for: the longest first, so that a root inside another keeps its key. */
export function orderRoots(roots: readonly HostRoot[]): readonly SoughtRoot[] {
  if (roots.length === 0) return NONE;
  const known = remembered.get(roots);
  if (known !== undefined) return known;
  const ordered = roots
    .map(({ key, realPath }) => ({ key, realPath: realPath.replace(/[/\\]+$/, '') }))
    // The top of the file system is in every path and gives nothing away.
    .filter((root) => root.realPath !== '')
    .sort((a, b) => b.realPath.length - a.realPath.length)
    .map((root) => ({ ...root, ...patternsOf(root.realPath) }));
  remembered.set(roots, ordered);
  return ordered;
}

/** Returns a frozen copy of the value, or throws where a text or key in it holds a root's real path. */
export function refuseHostPaths(value: ReplyValue, roots: readonly SoughtRoot[], place: string): ReplyValue {
  if (roots.length === 0) return copyPlain(value);
  return mapTexts(value, (text) => {
    const found = roots.find((root) => text.includes(root.realPath) && text.search(root.atStart) >= 0);
    if (found) assertInvariant(false, `a reply holds the real path of root \`${found.key}\` in ${place}`);
    return text;
  });
}

/** Returns a frozen copy of the value with every root's real path replaced by the root's address. */
export function replaceHostPaths(value: ReplyValue, roots: readonly SoughtRoot[]): ReplyValue {
  if (roots.length === 0) return copyPlain(value);
  return mapTexts(value, (text) =>
    roots.reduce(
      (result, { key, realPath, anywhere }) =>
        // Most texts hold none, and looking costs less than replacing.
        result.includes(realPath) ? result.replaceAll(anywhere, () => `root:${key}`) : result,
      text,
    ),
  );
}

/** A root right below the top, like `/app`, ends many relative paths too, and counts only where a path begins. */
function patternsOf(path: string): Pick<SoughtRoot, 'atStart' | 'anywhere'> {
  const literal = path.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const atStart = new RegExp(`(?<![\\p{L}\\p{N}_.-])${literal}(?![\\p{L}\\p{N}_-])`, 'gu');
  const isDeep = /[/\\].*[/\\]/.test(path);
  return { atStart, anywhere: isDeep ? new RegExp(literal, 'gu') : atStart };
}

/**
 * Copies a value; the copy is frozen as it is made, which costs less than freezing it later. Every decision passes here,
 * and a spread keeps the form that the engine knows the object by.
 */
function copyPlain(value: ReplyValue, depth = 0): ReplyValue {
  if (typeof value === 'string' || isScalar(value)) return value;
  requireShallow(depth);
  if (Array.isArray(value)) return mapList(value, (item) => copyPlain(item, depth + 1));
  assertInvariant(isPlainObject(value), 'reply data is plain JSON');
  const copy: { [key: string]: ReplyValue } = { ...(value as { readonly [key: string]: ReplyValue }) };
  // What a literal inherits is not listed, and this way no list of keys is made.
  for (const key in copy) {
    const item = copy[key] as ReplyValue;
    // What is no list and no record stands in the copy already.
    if (typeof item !== 'string' && !isScalar(item)) setOwn(copy, key, copyPlain(item, depth + 1));
  }
  return Object.freeze(copy);
}

/** Copies a value with its texts mapped, keys too. */
function mapTexts(value: ReplyValue, onText: (text: string) => string, depth = 0): ReplyValue {
  if (typeof value === 'string') return onText(value);
  if (isScalar(value)) return value;
  requireShallow(depth);
  if (Array.isArray(value)) return mapList(value, (item) => mapTexts(item, onText, depth + 1));
  assertInvariant(isPlainObject(value), 'reply data is plain JSON');
  const copy: { [key: string]: ReplyValue } = {};
  const entries = value as { readonly [key: string]: ReplyValue };
  for (const key of Object.keys(entries))
    setOwn(copy, onText(key), mapTexts(entries[key] as ReplyValue, onText, depth + 1));
  return Object.freeze(copy);
}

function isScalar(value: ReplyValue): value is null | boolean | number {
  if (typeof value === 'object' && value !== null) return false;
  const isPlain = value === null || typeof value === 'boolean' || Number.isFinite(value);
  assertInvariant(isPlain, 'reply data is plain JSON');
  return true;
}

/** A cycle is endless depth. */
function requireShallow(depth: number): void {
  if (depth >= limits.jsonDepth) assertInvariant(false, `reply data nests at most ${limits.jsonDepth} deep`);
}

function mapList(
  list: readonly ReplyValue[],
  onItem: (item: ReplyValue) => ReplyValue,
): readonly ReplyValue[] {
  const copy: ReplyValue[] = [];
  // By position, for holes count too.
  for (let position = 0; position < list.length; position++) copy.push(onItem(list[position] as ReplyValue));
  return Object.freeze(copy);
}

/** Sets a property of its own, also where the name is one that objects inherit. */
export function setOwn<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
