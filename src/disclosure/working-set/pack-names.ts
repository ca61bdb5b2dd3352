/**
 * The names of items in one consumer's pack. A handle is a hash of a whole item, so anyone who sees part of
 * an item and guesses the rest could verify the guess. Therefore a partly disclosed item has a number instead
 * of its handle, and so has everything that a text quotes but the pack does not disclose.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import {
  hasHandleMark,
  markedQuotes,
  type QuotedHandle,
  renameHandles,
  visitQuoted,
} from './quoted-handles.ts';
import { ruleHandle } from './working-set.ts';

/** A disclosed item, with what determines its name. */
export type NamedItem = {
  readonly handle: string;
  /** Whether part of its content is withheld. */
  readonly isPart: boolean;
  readonly isLocked: boolean;
  /** The disclosed parts. */
  readonly told: readonly CanonicalValue[];
  readonly rules: readonly string[];
};

export type PackNames = {
  /** The name of an item by its handle. */
  readonly nameOf: ReadonlyMap<string, string>;
  /** The handle of a partly disclosed item by its name. */
  readonly partial: ReadonlyMap<string, string>;
  /** The handles of items that quote a handle. Other items need no renaming. */
  readonly quoting: ReadonlySet<string>;
  /** Returns a value in which every handle is replaced with its name in the pack. */
  rename(value: CanonicalValue): CanonicalValue;
};

/** Everything that could be quoted: the handles of a set, and the ordinals of its locked items. */
export type KnownHandles = {
  readonly items: ReadonlySet<string>;
  isLocked(ordinal: string): boolean;
  /**
   * The lengths of the items' handles. Looking up a text of another length would be as expensive as reading
   * it.
   */
  readonly shortest: number;
  readonly longest: number;
};

const FRAME = 'frame:';
const DIGEST = /^[0-9a-f]{64}$/i;
const DIGEST_DIGITS = 64;
const LOCKED = /^locked:[0-9]+$/i;
const ELSEWHERE = /^(?:partial|untold):[0-9]+$/i;
const RULE = /^rule_ref:\S{1,512}$/i;
const SHORT_FRAME = /^frame:[0-9a-f]{8,}$/;
const AFTER_RULE = /^[\p{L}\p{N}_/-]/u;
const RULE_END = /[\s\p{P}\p{S}]*$/u;

/** Names the items of a pack, which are given in order. */
export function namePack(items: readonly NamedItem[], known: KnownHandles): PackNames {
  const rules = rulesOf(items);
  const areMarked = Array.from(known.items).every(hasHandleMark);
  const quotations = new Map(items.map(({ handle, told }) => [handle, quotationsIn(told, known, areMarked)]));
  const whole = wholeItems(items, { quotations, rules, known });
  const named = items.filter(({ handle, isLocked }) => !isLocked && !whole.has(handle));
  const partial = new Map(named.map(({ handle }, index) => [`partial:${index + 1}`, handle]));
  const nameOf = new Map<string, string>();
  for (const { handle } of items) nameOf.set(handle, handle);
  for (const [name, handle] of partial) nameOf.set(handle, name);
  const untold = new Map<string, string>();
  const nameUntold = (key: string): string => {
    const name = untold.get(key) ?? `untold:${untold.size + 1}`;
    untold.set(key, name);
    return name;
  };
  const name = (quoted: QuotedHandle): string => {
    const meant = handleMeant(quoted, known);
    if (meant === null || isHandedOut(quoted, meant, { whole, rules })) return quoted.written;
    const own = nameOf.get(meant);
    if (own !== undefined && own !== meant) return own;
    if (!RULE.test(meant)) return nameUntold(meant);
    const end = RULE_END.exec(quoted.written)?.[0] ?? '';
    return `${nameUntold(meant.slice(0, meant.length - end.length))}${end}`;
  };
  const quoting = new Set<string>();
  for (const [handle, found] of quotations) if (found.length > 0) quoting.add(handle);
  return { nameOf, partial, quoting, rename: (value) => renameHandles(value, name) };
}

/**
 * Returns a function that checks whether a value quotes a handle, including handles that are not in `items`.
 */
export function quoteFinder(items: ReadonlySet<string>): (value: CanonicalValue) => boolean {
  const known = knowing(items);
  const areMarked = Array.from(items).every(hasHandleMark);
  return (value) =>
    areMarked
      ? markedQuotes(value).some((quoted) => handleMeant(quoted, known) !== null)
      : withoutHandles(value, items) !== value;
}

/** Replaces every handle in a value with the same word. Returns the value itself if there is none. */
export function withoutHandles(value: CanonicalValue, items: ReadonlySet<string>): CanonicalValue {
  const known = knowing(items);
  return renameHandles(value, (quoted) => (handleMeant(quoted, known) === null ? quoted.written : 'untold'));
}

/** Handles of any length, none of which is known to be locked. */
function knowing(items: ReadonlySet<string>): KnownHandles {
  return { items, isLocked: () => false, shortest: 0, longest: Number.POSITIVE_INFINITY };
}

/** A quoted handle, and the handle it refers to. */
type Quotation = { readonly quoted: QuotedHandle; readonly meant: string };

type WholeOptions = {
  readonly quotations: ReadonlyMap<string, readonly Quotation[]>;
  readonly rules: readonly string[];
  readonly known: KnownHandles;
};

type Open = { readonly whole: ReadonlySet<string>; readonly rules: readonly string[] };

/**
 * The items that keep their handles: they are disclosed whole and quote nothing that is withheld or partly
 * disclosed, whether or not it is in the set, because unlisted items may be locked. An item's own handle is a
 * hash that covers its quotations, and thus whatever they refer to.
 */
function wholeItems(
  items: readonly NamedItem[],
  { quotations, rules, known }: WholeOptions,
): ReadonlySet<string> {
  const kept = items.filter(({ isPart, isLocked }) => !isPart && !isLocked);
  const whole = new Set(kept.map(({ handle }) => handle));
  const quoting = kept.filter(({ handle }) => quotations.get(handle)?.length !== 0);
  for (;;) {
    const before = whole.size;
    for (const { handle } of quoting) {
      const quoted = quotations.get(handle) ?? [];
      if (whole.has(handle) && quoted.some((one) => isWithheld(one, known, { whole, rules })))
        whole.delete(handle);
    }
    if (whole.size === before) return whole;
  }
}

function isWithheld({ quoted, meant }: Quotation, { items }: KnownHandles, open: Open): boolean {
  return !isHandedOut(quoted, meant, open) && (meant.startsWith(FRAME) || items.has(meant));
}

/** Returns what the disclosed parts of an item quote. */
function quotationsIn(
  told: readonly CanonicalValue[],
  known: KnownHandles,
  areMarked: boolean,
): readonly Quotation[] {
  const quotations: Quotation[] = [];
  const take = (quoted: QuotedHandle): void => {
    const meant = handleMeant(quoted, known);
    if (meant !== null) quotations.push({ quoted, meant });
  };
  if (areMarked) for (const part of told) for (const quoted of markedQuotes(part)) take(quoted);
  else visitQuoted(told, take);
  return quotations;
}

/** Returns whether a text is the handle of an item. */
export function isItem(
  text: string,
  { items, shortest, longest }: Pick<KnownHandles, 'items' | 'shortest' | 'longest'>,
): boolean {
  return text.length >= shortest && text.length <= longest && items.has(text);
}

/** Returns the handle that a quotation refers to, or null if there is none. */
function handleMeant({ written }: QuotedHandle, known: KnownHandles): string | null {
  const { items, isLocked } = known;
  if (isItem(written, known)) return written;
  if (written.length !== DIGEST_DIGITS && !written.includes(':')) return null;
  const lower = written.toLowerCase();
  if (SHORT_FRAME.test(lower)) return lower;
  // Every file has a digest; only one that matches an item is a handle.
  if (DIGEST.test(lower)) return items.has(`${FRAME}${lower}`) ? `${FRAME}${lower}` : null;
  if (RULE.test(lower)) return written;
  if (LOCKED.test(lower)) return isLocked(lower) ? lower : null;
  // The names of another pack mean nothing in this one.
  return ELSEWHERE.test(lower) ? lower : null;
}

function isHandedOut({ text, index }: QuotedHandle, meant: string, { whole, rules }: Open): boolean {
  if (whole.has(meant)) return true;
  if (meant.startsWith(FRAME)) return [...whole].some((handle) => handle.startsWith(meant));
  return rules.some((rule) => {
    const end = index + rule.length;
    return text.slice(index, end).toLowerCase() === rule.toLowerCase() && !AFTER_RULE.test(text.slice(end));
  });
}

/** The rules that disclosed items name as their sources, all of which are open. */
function rulesOf(items: readonly NamedItem[]): readonly string[] {
  return [...new Set(items.flatMap(({ rules }) => rules.map(ruleHandle)))];
}
