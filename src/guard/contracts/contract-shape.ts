/**
 * The schema of a contract as written by its author, field by field; `read-contract.ts` checks the relations
 * between fields.
 */
import {
  fields,
  type JsonSchema,
  listOf,
  oneOf,
  type Shape,
  satisfying,
  shownAs,
  textLike,
} from '../../kernel/index.ts';
import { contractLimits, contractOperations } from '../conditions/contract.ts';
import { findPathFault, MAX_PATH_BYTES } from '../conditions/path-fault.ts';

/** Bidirectional controls, which make a line display something other than its content. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
const BREAKS = /[\p{Cc}\u2028\u2029]/u;
const CONTROLS_BUT_BREAKS = /(?!\n)\p{Cc}/u;

const { lineLength, intentLength, shortestMs, longestMs } = contractLimits;

const line = satisfying(
  (value) => isReadable(value, lineLength) && !BREAKS.test(value),
  `a text of one line and at most ${lineLength} characters`,
  { type: 'string', maxLength: lineLength },
);
const shortText = satisfying(
  (value) => isReadable(value, intentLength) && !CONTROLS_BUT_BREAKS.test(value),
  `a text of at most ${intentLength} characters`,
  { type: 'string', maxLength: intentLength },
);
const target = satisfying(
  (value) => isReadable(value, MAX_PATH_BYTES) && findPathFault(value) === null,
  'a path below the root, with plain names and `/` between them; `*`, `?` and `**` are wildcards',
  { type: 'string' },
);
const lifetime = satisfying(
  (value) => Number.isSafeInteger(value) && Number(value) >= shortestMs && Number(value) <= longestMs,
  `whole milliseconds from ${shortestMs} to ${longestMs}`,
  { type: 'integer', minimum: shortestMs, maximum: longestMs },
);

const editFields = {
  path: target,
  operation: oneOf(contractOperations.filter((operation) => operation !== 'READ')),
  summary: line,
};

const draftFields = {
  root: textLike(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'the key of a root'),
  intent: shortText,
  operations: someOf(oneOf(contractOperations), contractOperations.length),
  targets: someOf(target, contractLimits.targets),
  plan: someOf(line, contractLimits.planLines),
  edits: listOf(fields(editFields, ['path', 'operation']), contractLimits.edits),
  author: textLike(
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'@_-]{0,99}$/u,
    'a name of letters, digits and spaces, at most 100',
  ),
  expiresInMs: lifetime,
};

/** The schema of a contract's draft. */
export const draftShape = fields(draftFields, ['root', 'intent', 'operations', 'targets', 'plan', 'author']);

export const contractSchema: JsonSchema = draftShape.schema ?? {};

/** Returns the field names at a depth of a draft. */
export function fieldNamesAt(depth: number): readonly string[] {
  return Object.keys(depth === 0 ? draftFields : editFields);
}

/** Accepts non-empty lists. */
function someOf(item: Shape, maxItems: number): Shape {
  const list = listOf(item, maxItems);
  const some = satisfying((value) => Array.isArray(value) && value.length > 0, `1 to ${maxItems} items`);
  const find: Shape = (value, whole, path) => {
    const misfits = some(value, whole, path);
    return misfits.length > 0 ? misfits : list(value, whole, path);
  };
  return shownAs(find, { ...list.schema, minItems: 1 });
}

function isReadable(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= maxLength &&
    value.trim() !== '' &&
    value.isWellFormed() &&
    !TURNS.test(value)
  );
}
