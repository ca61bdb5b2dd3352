/**
 * What the items of a working set are called in the pack of one consumer. A handle is a hash of a whole item: whoever is
 * told a part of it and guesses the rest could see that the guess was right. So an item that is told in part has a number
 * in place of its handle, and so has whatever a text quotes and the pack does not hand out.
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

/** An item that a consumer is told something of, as far as its name follows from it. */
export type NamedItem = {
  readonly handle: string;
  /** Something of its content is withheld. */
  readonly isPart: boolean;
  readonly isLocked: boolean;
  /** What is told of it, part by part. */
  readonly told: readonly CanonicalValue[];
  readonly rules: readonly string[];
};

/** The names of one pack. */
export type PackNames = {
  /** The name of an item by its handle. */
  readonly nameOf: ReadonlyMap<string, string>;
  /** The handle of an item that is told in part by its name. */
  readonly partial: ReadonlyMap<string, string>;
  /** The handles of the items in which something quotes a handle; the others have nothing to rename. */
  readonly quoting: ReadonlySet<string>;
  /** Returns a value with every handle in it as the pack names it. */
  rename(value: CanonicalValue): CanonicalValue;
};

/** All that could be quoted: the handles of a set, and the ordinals of what is locked in it. */
export type KnownHandles = {
  readonly items: ReadonlySet<string>;
  isLocked(ordinal: string): boolean;
  /** How long the handles of the items are; looking up a text of another length would cost as much as reading it. */
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

/** Names the items of a pack, given in its order. */
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

/** Makes what tells whether a value quotes a handle, be it one of `items` or any other. */
export function quoteFinder(items: ReadonlySet<string>): (value: CanonicalValue) => boolean {
  const known = knowing(items);
  const areMarked = Array.from(items).every(hasHandleMark);
  return (value) =>
    areMarked
      ? markedQuotes(value).some((quoted) => handleMeant(quoted, known) !== null)
      : withoutHandles(value, items) !== value;
}

/** Returns a value with one word in place of every handle in it; the value itself where there is none. */
export function withoutHandles(value: CanonicalValue, items: ReadonlySet<string>): CanonicalValue {
  const known = knowing(items);
  return renameHandles(value, (quoted) => (handleMeant(quoted, known) === null ? quoted.written : 'untold'));
}

/** Handles alone, none of them known to be locked, of whatever length. */
function knowing(items: ReadonlySet<string>): KnownHandles {
  return { items, isLocked: () => false, shortest: 0, longest: Number.POSITIVE_INFINITY };
}

/** A handle as it is quoted, and the one that it means. */
type Quotation = { readonly quoted: QuotedHandle; readonly meant: string };

type WholeOptions = {
  readonly quotations: ReadonlyMap<string, readonly Quotation[]>;
  readonly rules: readonly string[];
  readonly known: KnownHandles;
};

type Open = { readonly whole: ReadonlySet<string>; readonly rules: readonly string[] };

/**
 * The items that keep their handles: told whole, and quoting nothing that is withheld or told in part, be it in the set
 * or not, for what is locked without a word is in no list. Their own handle is a hash of the quotation, and so of whatever
 * that stands for.
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

/** Returns what is quoted in what is told of an item. */
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

/** Tells whether a text is the handle of an item. */
export function isItem(
  text: string,
  { items, shortest, longest }: Pick<KnownHandles, 'items' | 'shortest' | 'longest'>,
): boolean {
  return text.length >= shortest && text.length <= longest && items.has(text);
}

/** Returns the handle that a quotation means, or null for what is none. */
function handleMeant({ written }: QuotedHandle, known: KnownHandles): string | null {
  const { items, isLocked } = known;
  if (isItem(written, known)) return written;
  if (written.length !== DIGEST_DIGITS && !written.includes(':')) return null;
  const lower = written.toLowerCase();
  if (SHORT_FRAME.test(lower)) return lower;
  // Any file has a digest; one that is that of an item is its handle.
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

/** The rules that what is told names as its sources; they are open. */
function rulesOf(items: readonly NamedItem[]): readonly string[] {
  return [...new Set(items.flatMap(({ rules }) => rules.map(ruleHandle)))];
}
