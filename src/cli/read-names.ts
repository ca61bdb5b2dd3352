/** Reads options that may be given several times, or once with commas. */
import { PenumbraError } from '../kernel/index.ts';

type ReadMore = (value: string, previous: readonly string[] | undefined) => readonly string[];

/** Makes the reader of an option with names: those of one more are added to those before it. */
export function readNames(option: string): ReadMore {
  return (value, previous = []) => {
    const names = value.split(',').map((name) => name.trim());
    if (!names.includes('')) return [...previous, ...names];
    throw new PenumbraError('usage', `\`${option}\` has an empty name`, {
      hint: 'write names with a comma between them, for instance note,digest',
    });
  };
}

/** Adds one more value as it is, for what may hold commas itself. */
export function readAll(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
