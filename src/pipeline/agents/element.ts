/**
 * Elements: six search styles, from fast and shallow to slow and deep, and iron, which derives from earth and
 * its accuracy. A walk takes its limits from their traits if neither edge nor pipeline sets them. Two cycles
 * relate them: the generative one orders hand-offs, the destructive one assigns reviewers.
 */
import {
  type BasisPoints,
  deepFreeze,
  didYouMean,
  fromBasisPoints,
  ONE_IN_BASIS_POINTS,
  PenumbraError,
  toBasisPoints,
} from '../../kernel/index.ts';

/** The default search behaviour of an agent. */
export type ElementTraits = {
  readonly speed: string;
  /** How often a loop edge may be taken from one node. */
  readonly maxLoops: number;
  /** The convergence, from 0 to 1, at which a search is settled. */
  readonly convergenceThreshold: number;
  /** How readily a short cut is taken, from 0 to 1. */
  readonly shortcutAffinity: number;
  /** How many pieces of evidence are gathered. */
  readonly evidenceDepth: number;
  /** How the element typically fails. */
  readonly failureMode: string;
};

const baseTraits = deepFreeze({
  fire: traits('fast', 0, 0.5, 0.9, 2, 'burns out'),
  lightning: traits('fastest', 0, 0.4, 1, 1, 'brittle'),
  earth: traits('steady', 1, 0.7, 0.1, 5, 'bloat'),
  diamond: traits('precise', 0, 0.95, 0.5, 10, 'shatters'),
  water: traits('deep', 3, 0.85, 0.1, 8, 'slow'),
  air: traits('holistic', 1, 0.6, 0.6, 3, 'floaty'),
});

/** An element with traits of its own. */
export type BaseElement = keyof typeof baseTraits;

/** An agent's search style; iron derives from earth. */
export type Element = BaseElement | 'iron';

/** The six elements with traits of their own. */
export const allElements: readonly BaseElement[] = Object.freeze(Object.keys(baseTraits) as BaseElement[]);

/** Returns the traits of an element; for iron, those of an accuracy of 0. */
export function elementTraits(element: Element): ElementTraits {
  if (element === 'iron') return unprovenIron;
  if (Object.hasOwn(baseTraits, element)) return baseTraits[element];
  const known = [...allElements, 'iron'];
  throw new PenumbraError('usage', `\`${element}\` is not an element${didYouMean(String(element), known)}`, {
    hint: `the elements are ${known.join(', ')}`,
  });
}

/**
 * Returns the traits of iron for the fraction of conclusions that were right: the higher it is, the fewer
 * loops and the lower the threshold. For instance `ironFromEarth(0.5)` has no loops and a threshold of 0.75.
 */
export function ironFromEarth(accuracy: number): ElementTraits {
  const proven = toBasisPoints(accuracy);
  const { earth } = baseTraits;
  const doubled = Math.floor((2 * proven) / ONE_IN_BASIS_POINTS);
  // A tenth of the unproven fraction, rounded half up.
  const doubt = Math.floor((ONE_IN_BASIS_POINTS - proven + 5) / 10);
  const threshold = (toBasisPoints(earth.convergenceThreshold) + doubt) as BasisPoints;
  return Object.freeze({
    ...earth,
    maxLoops: Math.max(0, earth.maxLoops - doubled),
    convergenceThreshold: fromBasisPoints(threshold),
  });
}

const unprovenIron = ironFromEarth(0);

function traits(
  speed: string,
  maxLoops: number,
  convergenceThreshold: number,
  shortcutAffinity: number,
  evidenceDepth: number,
  failureMode: string,
): ElementTraits {
  return { speed, maxLoops, convergenceThreshold, shortcutAffinity, evidenceDepth, failureMode };
}

type Cycle = ReadonlyMap<Element, Element>;

const generative = cycle(['fire', 'earth', 'water', 'air']);

const destructive: Cycle = new Map([
  ...cycle(['fire', 'water', 'earth']),
  ...cycle(['lightning', 'diamond', 'air']),
]);

const reversed: Cycle = new Map([...destructive].map(([challenger, challenged]) => [challenged, challenger]));

/**
 * Returns the element that best takes over from this one, or null. Iron is in neither cycle; lightning and
 * diamond are only in the destructive one.
 */
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

/** Maps each element to the next one, and the last to the first. */
function cycle(ring: readonly Element[]): Cycle {
  return new Map(ring.map((element, index) => [element, ring[(index + 1) % ring.length] ?? element]));
}
