/** Keeps a document small: of each item its full form while there is room, then a brief one, then none. */

/** One form of an item and how many bytes all items in that form may take. */
type BudgetForm<Item, Piece> = {
  readonly bytes: number;
  readonly render: (item: Item) => Piece;
};

/** The forms of an item, and how a piece is written, which tells its size. */
type BudgetForms<Item, Piece> = {
  readonly full: BudgetForm<Item, Piece>;
  readonly brief: BudgetForm<Item, Piece>;
  readonly write: (piece: Piece) => string;
};

/** The items that fit, in order, how many of them in full, and how many did not. */
type FittedItems<Piece> = {
  readonly full: number;
  readonly pieces: readonly Piece[];
  readonly leftOut: number;
};

/** After so many items in a row that did not fit, the rest are not tried: the room is used up. */
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

/** Makes a function that renders an item while there is room for it, and returns null where there is not. */
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
