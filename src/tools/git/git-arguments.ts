/** The shapes of what is given to `git`: nothing in them can be taken for an option, a range or a branch. */
import { fields, listOf, type Shape, satisfying, textLike } from '../../kernel/index.ts';
import { lineOfTextUpTo, wholeNumberUpTo } from '../calls/argument-shapes.ts';
import { toolLimits } from '../calls/tool-limits.ts';

const commit = textLike(/^[0-9a-f]{4,64}$/, 'the id of a commit, or 4 or more of its first characters');
const path = lineOfTextUpTo(toolLimits.namedPathLength);
const paths = listOf(path, toolLimits.namedPaths);
const somePaths: Shape = (value, whole, at) =>
  Array.isArray(value) && value.length === 0
    ? satisfying(() => false, 'a list of at least one path')(value, whole, at)
    : paths(value, whole, at);
const flag = satisfying((value) => typeof value === 'boolean', 'true or false');
const contextLines = satisfying(
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= toolLimits.diffContextLines,
  `a whole number from 0 to ${toolLimits.diffContextLines}`,
);
const message = satisfying(
  (value) =>
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= toolLimits.messageLength &&
    value.isWellFormed() &&
    !value.includes('\0'),
  `a text of at most ${toolLimits.messageLength} characters that is not empty`,
);
// Git takes angle brackets and some other characters out of names, and none must be left empty by it.
const name = textLike(
  new RegExp(`^(?=.*[\\p{L}\\p{N}])[^<>\\p{Cc}\\p{Cs}]{1,${toolLimits.authorLength}}$`, 'u'),
  'a name without angle brackets',
);
const email = textLike(/^[\w.+-]{1,100}@[\w.-]{1,100}$/, 'an address like name@example.org');
const line = wholeNumberUpTo(toolLimits.lineNumber);
const linesFields = fields({ fromLine: line, toLine: line }, []);

/** The shapes of the commands' arguments, by command. */
export const gitArguments = {
  log: fields({ maxCommits: wholeNumberUpTo(toolLimits.loggedCommits) }, []),
  diff: fields({ paths: somePaths, commit, staged: flag, contextLines }, []),
  show: fields({ commit, contextLines }, ['commit']),
  blame: linesInOrder,
  add: fields({ paths: somePaths }, []),
  commit: fields({ paths: somePaths, message, author: fields({ name, email }, ['name', 'email']) }, [
    'paths',
    'message',
  ]),
  none: fields({}, []),
} as const satisfies Readonly<Record<string, Shape>>;

function linesInOrder(...[value, whole, path = []]: Parameters<Shape>): ReturnType<Shape> {
  const misfits = linesFields(value, whole, path);
  if (misfits.length > 0) return misfits;
  const { fromLine = 1, toLine = toolLimits.lineNumber } = value as { fromLine?: number; toLine?: number };
  if (fromLine <= toLine) return misfits;
  const remedy = 'write a `toLine` that is not before `fromLine`';
  return [{ path: [...path, 'toLine'], problem: 'wrong-value', message: remedy, remedy }];
}
