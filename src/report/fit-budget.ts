/** Fits items into a size budget: first in full form, then in brief form, then not at all. */

/** One form of an item and the byte budget of that form. */
type BudgetForm<Item, Piece> = {
  readonly bytes: number;
  readonly render: (item: Item) => Piece;
};

/** The forms of an item, and how a piece is serialised to determine its size. */
type BudgetForms<Item, Piece> = {
  readonly full: BudgetForm<Item, Piece>;
  readonly brief: BudgetForm<Item, Piece>;
  readonly write: (piece: Piece) => string;
};

/** The items that fit, in order, the number in full form, and the number left out. */
type FittedItems<Piece> = {
  readonly full: number;
  readonly pieces: readonly Piece[];
  readonly leftOut: number;
};

/** After this many misses in a row, the budget counts as used up. */
const MOST_MISSES = 10;

/** Renders items within their budgets. */
export function fitBudget<Item, Piece>(
  items: readonly Item[],
  { full: fullForm, brief, write }: BudgetForms<Item, Piece>,
): FittedItems<Piece> {
  const takeFull = createTaker(fullForm, write);
  const takeBrief = createTaker(brief, write);
  const pieces: Piece[] = [];
  let full = 0;
  for (const item of items) {
    const whole = takeFull(item);
    const piece = whole ?? takeBrief(item);
    if (whole !== null) full++;
    if (piece !== null) pieces.push(piece);
  }
  return { full, pieces, leftOut: items.length - pieces.length };
}

/** Returns a function that renders an item if it fits, otherwise returns null. */
function createTaker<Item, Piece>(
  { bytes, render }: BudgetForm<Item, Piece>,
  write: (piece: Piece) => string,
): (item: Item) => Piece | null {
  let room = bytes;
  let misses = 0;
  return (item) => {
    if (misses === MOST_MISSES) return null;
    const piece = render(item);
    const size = Buffer.byteLength(write(piece));
    if (size > room) {
      misses++;
      return null;
    }
    room -= size;
    misses = 0;
    return piece;
  };
}
