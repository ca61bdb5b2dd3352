/**
 * Keeps the real paths of roots out of replies: rejected in our own text, replaced by the root's address in
 * program output.
 */

import { isPlainObject } from './canonical-json.ts';
import { limits } from './limits.ts';
import { assertInvariant } from './penumbra-error.ts';
import type { ReplyValue } from './reply.ts';

/** A root known to an agent by key, and its real path. */
export type HostRoot = { readonly key: string; readonly realPath: string };

/** A root and the patterns that find its path in a text. */
export type SoughtRoot = HostRoot & {
  /** Matches it at the start of a path; inside a longer path it is just a name. */
  readonly atStart: RegExp;
  /** Matches it anywhere in program output, as in `-I/srv/roots/main`. */
  readonly anywhere: RegExp;
};

const NONE: readonly SoughtRoot[] = Object.freeze([]);
const remembered = new WeakMap<readonly HostRoot[], readonly SoughtRoot[]>();

/** Sorts the roots longest first, so that a root inside another keeps its key. */
export function orderRoots(roots: readonly HostRoot[]): readonly SoughtRoot[] {
  if (roots.length === 0) return NONE;
  const known = remembered.get(roots);
  if (known !== undefined) return known;
  const ordered = roots
    .map(({ key, realPath }) => ({ key, realPath: realPath.replace(/[/\\]+$/, '') }))
    // The file system root is part of every path and reveals nothing.
    .filter((root) => root.realPath !== '')
    .sort((a, b) => b.realPath.length - a.realPath.length)
    .map((root) => ({ ...root, ...patternsOf(root.realPath) }));
  remembered.set(roots, ordered);
  return ordered;
}

/** Returns a frozen copy of a value, or throws if a text or key contains a root's real path. */
export function refuseHostPaths(value: ReplyValue, roots: readonly SoughtRoot[], place: string): ReplyValue {
  if (roots.length === 0) return copyPlain(value);
  return mapTexts(value, (text) => {
    const found = roots.find((root) => text.includes(root.realPath) && text.search(root.atStart) >= 0);
    if (found) assertInvariant(false, `a reply holds the real path of root \`${found.key}\` in ${place}`);
    return text;
  });
}

/** Returns a frozen copy of a value with real paths of roots replaced by their addresses. */
export function replaceHostPaths(value: ReplyValue, roots: readonly SoughtRoot[]): ReplyValue {
  if (roots.length === 0) return copyPlain(value);
  return mapTexts(value, (text) =>
    roots.reduce(
      (result, { key, realPath, anywhere }) =>
        // Most texts contain none, and searching is cheaper than replacing.
        result.includes(realPath) ? result.replaceAll(anywhere, () => `root:${key}`) : result,
      text,
    ),
  );
}

/**
 * A top-level root such as `/app` also ends many relative paths, so it only counts at the start of a path.
 */
function patternsOf(path: string): Pick<SoughtRoot, 'atStart' | 'anywhere'> {
  const literal = path.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const atStart = new RegExp(`(?<![\\p{L}\\p{N}_.-])${literal}(?![\\p{L}\\p{N}_-])`, 'gu');
  const isDeep = /[/\\].*[/\\]/.test(path);
  return { atStart, anywhere: isDeep ? new RegExp(literal, 'gu') : atStart };
}

/**
 * Copies a value, freezing it along the way, which is cheaper than doing so later. Every decision passes
 * through here; the spread preserves V8's hidden class.
 */
function copyPlain(value: ReplyValue, depth = 0): ReplyValue {
  if (typeof value === 'string' || isScalar(value)) return value;
  requireShallow(depth);
  if (Array.isArray(value)) return mapList(value, (item) => copyPlain(item, depth + 1));
  assertInvariant(isPlainObject(value), 'reply data is plain JSON');
  const copy: { [key: string]: ReplyValue } = { ...(value as { readonly [key: string]: ReplyValue }) };
  // Plain records inherit nothing enumerable, and this avoids allocating a list of keys.
  for (const key in copy) {
    const item = copy[key] as ReplyValue;
    // Anything that is not a list or record is already in the copy.
    if (typeof item !== 'string' && !isScalar(item)) setOwn(copy, key, copyPlain(item, depth + 1));
  }
  return Object.freeze(copy);
}

/** Copies a value with its texts and keys mapped. */
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

/** A cycle counts as infinite depth. */
function requireShallow(depth: number): void {
  if (depth >= limits.jsonDepth) assertInvariant(false, `reply data nests at most ${limits.jsonDepth} deep`);
}

function mapList(
  list: readonly ReplyValue[],
  onItem: (item: ReplyValue) => ReplyValue,
): readonly ReplyValue[] {
  const copy: ReplyValue[] = [];
  // By index, because holes count too.
  for (let position = 0; position < list.length; position++) copy.push(onItem(list[position] as ReplyValue));
  return Object.freeze(copy);
}

/** Sets an own property, even if objects inherit one of that name. */
export function setOwn<Value>(target: { [key: string]: Value }, key: string, value: Value): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
