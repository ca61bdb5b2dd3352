/**
 * Every text of a value in the order of the document: strings, keys and numbers. The leak guard walks a value once to
 * scan it, and once more to name the places of what it found, for a name is needed seldom and costs much.
 */
import { type CanonicalValue, limits, PenumbraError, sortByCodePoint } from '../../kernel/index.ts';

/** The way to a text: positions in lists, and below zero (`~position`) in objects. */
export type Trail = number[];

/** Is told of each text. */
export type TextVisitor = (text: string, isKey: boolean, trail: Trail) => void;

/** What of a value counts as text. */
export type WalkOptions = { readonly hasNumbers: boolean };

/** Visits the texts of a value. */
export function walkTexts(value: CanonicalValue, options: WalkOptions, visit: TextVisitor): void {
  walk(value, options, visit, []);
}

// INVARIANT (a path tells nothing): members are named by position, for a key may hold what is locked.
/** Writes a trail as a path. */
export function trailText(trail: Trail): string {
  return trail.map((step) => (step < 0 ? `{${~step}}` : `[${step}]`)).join('');
}

function walk(value: CanonicalValue, options: WalkOptions, visit: TextVisitor, trail: Trail): void {
  if (typeof value === 'string') visit(value, false, trail);
  else if (typeof value === 'number' || typeof value === 'bigint') {
    if (options.hasNumbers) visit(String(value), false, trail);
  } else if (typeof value === 'object' && value !== null) {
    if (trail.length >= limits.jsonDepth) throw tooDeep();
    if (Array.isArray(value)) walkList(value, options, visit, trail);
    else walkMembers(value as Members, options, visit, trail);
  }
}

function walkList(
  list: readonly CanonicalValue[],
  options: WalkOptions,
  visit: TextVisitor,
  trail: Trail,
): void {
  for (let index = 0; index < list.length; index++) {
    trail.push(index);
    walk(list[index] as CanonicalValue, options, visit, trail);
    trail.pop();
  }
}

type Members = { readonly [key: string]: CanonicalValue };

function walkMembers(members: Members, options: WalkOptions, visit: TextVisitor, trail: Trail): void {
  const keys = sortByCodePoint(Object.keys(members));
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    trail.push(~index);
    visit(key, true, trail);
    walk(members[key] as CanonicalValue, options, visit, trail);
    trail.pop();
  }
}

function tooDeep(): PenumbraError {
  return new PenumbraError('not-canonical', `no canonical form: nesting deeper than ${limits.jsonDepth}`, {
    data: { offence: `nesting deeper than ${limits.jsonDepth}` },
  });
}
