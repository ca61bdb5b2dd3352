/** Takes what a caller hands in: each member is read once, and what cannot be read is not there. */
import { type CanonicalValue, canonicalText, parseCanonical } from '../../kernel/index.ts';

/** Returns members of a record, or null for what is none or cannot be read; nothing of the failure is told. */
export function takeMembers<Members extends object, Name extends keyof Members>(
  value: Members,
  names: readonly Name[],
): Pick<Members, Name> | null {
  if (typeof value !== 'object' || value === null) return null;
  try {
    const taken = names
      .map((name) => [name, value[name]] as const)
      .filter(([, member]) => member !== undefined);
    return Object.fromEntries(taken) as Pick<Members, Name>;
  } catch {
    return null;
  }
}

/** Returns a copy that no getter can change, or undefined for what has no canonical form. */
export function copyCanonical(value: unknown): CanonicalValue | undefined {
  try {
    return parseCanonical(canonicalText(value));
  } catch {
    // The cause would name keys and values.
    return undefined;
  }
}
