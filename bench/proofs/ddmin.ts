/** Delta debugging as published: ddmin of Zeller and Hildebrandt (2002), without knowledge of what is likely. */

/** Returns a part of the items that still fails and of which no single item can be left out, given that all fail. */
export async function ddmin<Item>(
  items: readonly Item[],
  fails: (some: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let left = items;
  let parts = 2;
  while (left.length >= 2) {
    const chunks = split(left, parts);
    const complements = chunks.map((chunk) => left.filter((item) => !chunk.includes(item)));
    const chunk = await firstThat(chunks, fails);
    // With two parts, a complement is the other part.
    const complement = chunk ?? (parts === 2 ? undefined : await firstThat(complements, fails));
    if (chunk !== undefined) {
      left = chunk;
      parts = 2;
    } else if (complement !== undefined) {
      left = complement;
      parts = Math.max(parts - 1, 2);
    } else if (parts < left.length) parts = Math.min(parts * 2, left.length);
    else return left;
  }
  return left;
}

function split<Item>(items: readonly Item[], parts: number): readonly (readonly Item[])[] {
  return Array.from({ length: parts }, (_, index) =>
    items.slice(Math.floor((index * items.length) / parts), Math.floor(((index + 1) * items.length) / parts)),
  );
}

async function firstThat<Set>(
  sets: readonly Set[],
  holds: (set: Set) => Promise<boolean>,
): Promise<Set | undefined> {
  for (const set of sets) if (await holds(set)) return set;
  return undefined;
}
