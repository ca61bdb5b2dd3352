/** Shapes of arguments that several commands take. */
import { fields, type Shape, satisfying, shownAs } from '../../kernel/index.ts';
import { toolLimits } from './tool-limits.ts';

/** Fits whole numbers from one up to a highest. */
export function wholeNumberUpTo(highest: number): Shape {
  return satisfying(
    (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= highest,
    `a whole number from 1 to ${highest}`,
    { type: 'integer', minimum: 1, maximum: highest },
  );
}

/** Fits texts of one line that are not empty. */
export function lineOfTextUpTo(length: number): Shape {
  return satisfying(
    (value) =>
      typeof value === 'string' &&
      value !== '' &&
      value.length <= length &&
      value.isWellFormed() &&
      !/[\r\n\0]/.test(value),
    `a text of one line and at most ${length} characters`,
    { type: 'string', minLength: 1, maxLength: length },
  );
}

/** A range of lines as a call gives it; left out, it begins with the first line and ends with the last. */
export type LineRange = { readonly fromLine?: number; readonly toLine?: number };

/** Fits a range of lines that does not end before it begins, and further fields that may be left out. */
export function lineRangeWith(further: { readonly [field: string]: Shape } = {}): Shape {
  const line = wholeNumberUpTo(toolLimits.lineNumber);
  const all = fields({ ...further, fromLine: line, toLine: line }, []);
  const find: Shape = (value, whole, path = []) => {
    const misfits = all(value, whole, path);
    if (misfits.length > 0) return misfits;
    const { fromLine = 1, toLine = toolLimits.lineNumber } = value as LineRange;
    if (fromLine <= toLine) return misfits;
    const remedy = 'write a `toLine` that is not before `fromLine`';
    return [{ path: [...path, 'toLine'], problem: 'wrong-value', message: remedy, remedy }];
  };
  return shownAs(find, all.schema);
}
