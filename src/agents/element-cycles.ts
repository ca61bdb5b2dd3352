/**
 * The two cycles of elements: the generative one orders hand-offs, the destructive one assigns reviewers.
 * Iron stands in neither; lightning and diamond only in the destructive one.
 */
import type { Element } from './element-traits.ts';

type Cycle = ReadonlyMap<Element, Element>;

const generative = cycle(['fire', 'earth', 'water', 'air']);

const destructive: Cycle = new Map([
  ...cycle(['fire', 'water', 'earth']),
  ...cycle(['lightning', 'diamond', 'air']),
]);

const reversed: Cycle = new Map([...destructive].map(([challenger, challenged]) => [challenged, challenger]));

/** Returns the element that best takes over from this one, or null. */
export function nextGenerative(element: Element): Element | null {
  return generative.get(element) ?? null;
}

/** Returns the element whose conclusions this one challenges, or null; for instance fire challenges water. */
export function challenges(element: Element): Element | null {
  return destructive.get(element) ?? null;
}

/** Returns the element that challenges the conclusions of this one, or null. */
export function challengedBy(element: Element): Element | null {
  return reversed.get(element) ?? null;
}

/** Leads each element to the one behind it, and the last to the first. */
function cycle(ring: readonly Element[]): Cycle {
  return new Map(ring.map((element, index) => [element, ring[(index + 1) % ring.length] ?? element]));
}
