/** Shapes of arguments that several commands take. */
import { type Shape, satisfying } from '../../kernel/index.ts';

/** Fits whole numbers from one up to a highest. */
export function wholeNumberUpTo(highest: number): Shape {
  return satisfying(
    (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= highest,
    `a whole number from 1 to ${highest}`,
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
  );
}
