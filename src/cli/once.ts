/** For options of which a second one would silently take the place of the first. */
import { PenumbraError } from '../kernel/index.ts';

/** Makes the reader of an option's value that refuses to be given twice. */
export function once(option: string): (value: string, previous: string | undefined) => string {
  return (value, previous) => {
    if (previous === undefined) return value;
    throw new PenumbraError('usage', `\`${option}\` is given twice`, {
      hint: 'run the command once for each',
    });
  };
}
