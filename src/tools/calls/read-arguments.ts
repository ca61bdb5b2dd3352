/** Reads the arguments of a call, which may be anything: a copy of what fits, or how to write it right. */
import type { Shape } from '../../kernel/index.ts';

/** Arguments that fit, or the remedy; the remedy repeats nothing that was given. */
type ReadArguments = { readonly values: { readonly [name: string]: unknown } } | { readonly remedy: string };

/** Reads arguments by the shape of a command; none are as good as an empty mapping. */
export function readArguments(given: unknown, shape: Shape): ReadArguments {
  // Copying costs more than the rest of a short call, and of nothing there is nothing to copy.
  const copy = given === undefined || given === null ? {} : copyOf(given);
  const [misfit] = copy === undefined ? [] : shape(copy, 'the arguments');
  if (copy === undefined) return { remedy: 'write the arguments as plain JSON' };
  return misfit === undefined ? { values: Object.freeze({ ...copy }) } : { remedy: misfit.remedy };
}

/** A copy is what was checked, even where the original answers differently each time it is asked. */
function copyOf(given: unknown): object | undefined {
  try {
    const copy: unknown = structuredClone(given);
    const isMapping =
      typeof copy === 'object' && copy !== null && Object.getPrototypeOf(copy) === Object.prototype;
    return isMapping ? copy : undefined;
  } catch {
    return undefined;
  }
}
