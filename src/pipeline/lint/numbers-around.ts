/** The numbers that stand for all others in a proof: around each constant, as many as terms need to differ. */

/** What is known of a number. */
export type NumberFacts = {
  /** Whether it is a whole number. */
  readonly isWhole?: boolean;
  readonly least?: number;
  readonly most?: number;
};

/** One, in ten-thousandths. */
const ONE = 10_000;

/** Returns each constant and the numbers beside it; where whole numbers meet others, also those beside the whole ones. */
export function numbersAround(
  constants: readonly number[],
  facts: NumberFacts & { readonly room: number; readonly isMixed: boolean },
): readonly number[] {
  const { isWhole = false, isMixed, room } = facts;
  const start = constants.length > 0 ? constants : [0];
  const whole = isWhole || isMixed ? around(start, ONE, room) : [];
  const points = isWhole ? whole : around([...start, ...whole], 1, room);
  return [...new Set(points.map((point) => within(point, facts)))].toSorted((a, b) => a - b);
}

function around(constants: readonly number[], step: number, room: number): readonly number[] {
  const points = new Set<number>();
  for (const constant of constants) {
    if (constant % step === 0) points.add(constant);
    const above = (Math.floor(constant / step) + 1) * step;
    const below = (Math.ceil(constant / step) - 1) * step;
    for (let index = 0; index < room; index++) points.add(above + index * step).add(below - index * step);
  }
  return [...points];
}

/** A number beyond a bound stands for the bound, so that a term always has a value. */
function within(point: number, { least = -Infinity, most = Infinity }: NumberFacts): number {
  return Math.min(Math.max(point, least), most);
}
