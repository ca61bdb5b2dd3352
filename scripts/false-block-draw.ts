// Choosing without chance: what is drawn depends on names and counts alone, so that a measurement can be repeated.

import { compareCodePoints, sha256 } from '../src/kernel/index.ts';

/** Draws one thing after the other, always the same for the same seed. */
export interface Draw {
  /** Returns a whole number from 0 to one below the bound. */
  below(bound: number): number;
  from<Item>(items: readonly Item[]): Item;
  /** Returns a text of that many characters of an alphabet. */
  text(alphabet: string, length: number): string;
}

const HEX_DIGITS_READ = 12;

/** Makes a draw from a seed. */
export function createDraw(seed: string): Draw {
  let count = 0;
  const below = (bound: number): number =>
    Number.parseInt(sha256(`${seed} ${count++}`).slice(0, HEX_DIGITS_READ), 16) % bound;
  const from = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  return {
    below,
    from,
    text: (alphabet, length) => Array.from({ length }, () => from([...alphabet])).join(''),
  };
}

/** Returns items in the order of the hashes of their names: a shuffle that is always the same. */
export function inHashOrder<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  return items
    .map((item) => ({ item, hash: sha256(nameOf(item)) }))
    .sort((left, right) => compareCodePoints(left.hash, right.hash))
    .map(({ item }) => item);
}

/** Says whether a name is among the one in `parts` that is held out. */
export function isHeldOut(name: string, parts: number): boolean {
  return Number.parseInt(sha256(`held out ${name}`).slice(0, HEX_DIGITS_READ), 16) % parts === 0;
}
