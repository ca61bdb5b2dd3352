/** Reads the arguments of a call, which may be anything: a copy of what fits, or how to write it right. */
import { assertInvariant, deepFreeze, isRecord } from '../../kernel/index.ts';
import { type ArgumentSchema, fitArguments } from './argument-schema.ts';
import { measureJson } from './measure-json.ts';
import { toolLimits } from './tool-limits.ts';

/** Arguments that fit, or the remedy; the remedy of a shape repeats nothing that was given. */
type ReadArguments = { readonly values: { readonly [name: string]: unknown } } | { readonly remedy: string };

/** Reads arguments by the schema of a command; none are as good as an empty mapping. */
export async function readArguments(given: unknown, schema: ArgumentSchema): Promise<ReadArguments> {
  // Copying costs more than the rest of a short call, and of nothing there is nothing to copy.
  const copy = given === undefined || given === null ? {} : copyOf(given);
  if (copy === undefined) return { remedy: 'write the arguments as plain JSON' };
  const fit = await fitArguments(copy, schema);
  if ('remedy' in fit) return fit;
  // INVARIANT (what was decided is what is done): a schema may make new values, and nobody changes them afterwards.
  const values = fit.fitting === copy ? copy : copyOf(fit.fitting);
  assertInvariant(values, 'the schema of a command makes a mapping of plain values');
  return { values: deepFreeze({ ...values }) };
}

/** No argument is longer than a file that is written as base64. */
const MOST_LETTERS = 2 * toolLimits.changedFileBytes;

/** A copy is what was checked, even where the original answers differently each time it is asked. */
function copyOf(given: unknown): object | undefined {
  try {
    const copy: unknown = structuredClone(given);
    // INVARIANT (what a person approves is what is done): values of other kinds would all be shown to them as `{}`.
    if (!isRecord(copy)) return undefined;
    const length = measureJson(copy, MOST_LETTERS);
    return length !== null && length <= MOST_LETTERS ? copy : undefined;
  } catch {
    return undefined;
  }
}
