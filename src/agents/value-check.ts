/**
 * Checks of values from outside: each names the first place that does not fit, as a path and a remedy in words, so
 * that a caller can point at an argument or at a line of a file.
 */
import { didYouMean } from '../kernel/index.ts';

/** The first place of a value that does not fit. */
export type ValueFault = { readonly path: readonly (string | number)[]; readonly message: string };

/** Returns what is wrong with a value, or null. */
export type ValueCheck = (value: unknown) => ValueFault | null;

/** Writes a fault as a sentence about its place, or about the whole where it has none. */
export function describeFault({ path, message }: ValueFault, whole: string): string {
  if (path.length === 0) return `${whole} ${message}`;
  // Escaped and cut, because a path can hold whatever a file has for a name.
  const place = JSON.stringify(path.join('.').slice(0, 80)).slice(1, -1);
  return `\`${place}\` ${message}`;
}

/** Passes null, and what another check passes. */
export function nullOr(check: ValueCheck): ValueCheck {
  return (value) => (value === null ? null : check(value));
}

/** Passes what a predicate accepts. */
export function satisfying(accepts: (value: unknown) => boolean, needs: string): ValueCheck {
  return (value) => (accepts(value) ? null : { path: [], message: `needs ${needs}` });
}

/** Passes texts of a form. */
export function textLike(pattern: RegExp, needs: string): ValueCheck {
  return satisfying((value) => typeof value === 'string' && pattern.test(value), needs);
}

/** Passes any text up to a length. */
export function textUpTo(length: number): ValueCheck {
  const isText = (value: unknown) =>
    typeof value === 'string' && value.length <= length && value.isWellFormed();
  return satisfying(isText, `a text of at most ${length} characters`);
}

/** Passes one of a few values. */
export function oneOf(values: readonly (string | number)[]): ValueCheck {
  return (value) => {
    if ((values as readonly unknown[]).includes(value)) return null;
    const suggestion = typeof value === 'string' ? didYouMean(value, values.map(String)) : '';
    return { path: [], message: `needs one of ${values.join(', ')}${suggestion}` };
  };
}

/** Passes lists of fitting items. */
export function listOf(check: ValueCheck, maxItems: number): ValueCheck {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxItems)
      return { path: [], message: `needs a list of at most ${maxItems}` };
    return firstFault([...value.entries()], check);
  };
}

/** Passes mappings whose names and values fit. */
export function mappingOf(checks: { readonly name: ValueCheck; readonly value: ValueCheck }): ValueCheck {
  return (value) => {
    if (!isMapping(value)) return { path: [], message: 'needs a mapping of names to values' };
    const badName = Object.keys(value).find((name) => checks.name(name));
    if (badName !== undefined) return { path: [badName], message: 'is not a name' };
    return firstFault(Object.entries(value), checks.value);
  };
}

/** Passes mappings with known fields only, the required ones among them. */
export function fields(
  checks: { readonly [field: string]: ValueCheck },
  required: readonly string[],
): ValueCheck {
  const known = Object.keys(checks);
  return (value) => {
    if (!isMapping(value)) return { path: [], message: `needs a mapping with ${required.join(' and ')}` };
    const unknown = Object.keys(value).find((field) => !known.includes(field));
    if (unknown !== undefined)
      return { path: [unknown], message: `is not a known field${didYouMean(unknown, known)}` };
    const missing = required.find((field) => value[field] === undefined);
    if (missing !== undefined) return { path: [missing], message: 'is missing' };
    for (const [field, check] of Object.entries(checks)) {
      const fault = value[field] === undefined ? null : firstFault([[field, value[field]]], check);
      if (fault) return fault;
    }
    return null;
  };
}

function firstFault(entries: readonly [string | number, unknown][], check: ValueCheck): ValueFault | null {
  for (const [place, value] of entries) {
    const fault = check(value);
    if (fault) return { path: [place, ...fault.path], message: fault.message };
  }
  return null;
}

function isMapping(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
