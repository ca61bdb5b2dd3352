/** Keeps a page small: each item in full while there is room, then in brief, then counted. */
import { type Markup, writeMarkup } from './markup.ts';

/** One form of an item and how many bytes all items in that form may take. */
export type BudgetForm<Item> = {
  readonly bytes: number;
  readonly render: (item: Item) => Markup;
};

/** The items that fit, in order, and how many did not. */
export type FittedItems = {
  readonly full: number;
  readonly pieces: readonly Markup[];
  readonly leftOut: number;
};

/** After so many items in a row that did not fit, the rest are not tried: the room is used up. */
const MOST_MISSES = 10;

/** Renders items within their budgets. */
export function fitBudget<Item>(
  items: readonly Item[],
  forms: { readonly full: BudgetForm<Item>; readonly brief: BudgetForm<Item> },
): FittedItems {
  const takeFull = createTaker(forms.full);
  const takeBrief = createTaker(forms.brief);
  const pieces: Markup[] = [];
  let full = 0;
  for (const item of items) {
    const whole = takeFull(item);
    const piece = whole ?? takeBrief(item);
    if (whole !== null) full++;
    if (piece !== null) pieces.push(piece);
  }
  return { full, pieces, leftOut: items.length - pieces.length };
}

/** Makes a function that renders an item while there is room for it, and returns null where there is not. */
function createTaker<Item>({ bytes, render }: BudgetForm<Item>): (item: Item) => Markup | null {
  let room = bytes;
  let misses = 0;
  return (item) => {
    if (misses === MOST_MISSES) return null;
    const piece = render(item);
    const size = Buffer.byteLength(writeMarkup(piece));
    if (size > room) {
      misses++;
      return null;
    }
    room -= size;
    misses = 0;
    return piece;
  };
}
