/**
 * Visits every text of a value in document order: strings, keys and numbers. The leak guard walks a value
 * once to scan it and a second time to compute paths, which are expensive and rarely needed.
 */
import { type CanonicalValue, limits, PenumbraError, sortByCodePoint } from '../../kernel/index.ts';

/** The path to a text: indexes into lists, and negative ones (`~index`) into objects. */
export type Trail = number[];

/** Receives each text. */
export type TextVisitor = (text: string, isKey: boolean, trail: Trail) => void;

/** Which values count as text. */
export type WalkOptions = { readonly hasNumbers: boolean };

export function walkTexts(value: CanonicalValue, options: WalkOptions, visit: TextVisitor): void {
  walk(value, options, visit, []);
}

// INVARIANT (a path tells nothing): members are identified by position, because a key may contain something
// locked.
/** Formats a trail as a path. */
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
