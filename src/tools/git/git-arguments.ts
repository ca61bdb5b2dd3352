/** The shapes of what is given to `git`: nothing in them can be taken for an option, a range or a branch. */
import { fields, flag, listOf, type Shape, satisfying, shownAs, textLike } from '../../kernel/index.ts';
import { lineOfTextUpTo, lineRangeWith, wholeNumberUpTo } from '../calls/argument-shapes.ts';
import { toolLimits } from '../calls/tool-limits.ts';

const commit = textLike(/^[0-9a-f]{4,64}$/, 'the id of a commit, or 4 or more of its first characters');
const path = lineOfTextUpTo(toolLimits.namedPathLength);
const paths = listOf(path, toolLimits.namedPaths);
const somePaths = shownAs(
  (value, whole, at) =>
    Array.isArray(value) && value.length === 0
      ? satisfying(() => false, 'a list of at least one path')(value, whole, at)
      : paths(value, whole, at),
  { ...paths.schema, minItems: 1, description: 'paths below the address' },
);
const contextLines = satisfying(
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= toolLimits.diffContextLines,
  `a whole number from 0 to ${toolLimits.diffContextLines}`,
  { type: 'integer', minimum: 0, maximum: toolLimits.diffContextLines },
);
const message = satisfying(
  (value) =>
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= toolLimits.messageLength &&
    value.isWellFormed() &&
    !value.includes('\0'),
  `a text of at most ${toolLimits.messageLength} characters that is not empty`,
  { type: 'string', minLength: 1, maxLength: toolLimits.messageLength },
);
// Git takes angle brackets and some other characters out of names, and none must be left empty by it.
const name = textLike(
  new RegExp(`^(?=.*[\\p{L}\\p{N}])[^<>\\p{Cc}\\p{Cs}]{1,${toolLimits.authorLength}}$`, 'u'),
  'a name without angle brackets',
);
const email = textLike(/^[\w.+-]{1,100}@[\w.-]{1,100}$/, 'an address like name@example.org');

/** The shapes of the commands' arguments, by command. */
export const gitArguments = {
  log: fields({ maxCommits: wholeNumberUpTo(toolLimits.loggedCommits) }, []),
  diff: fields({ paths: somePaths, commit, staged: flag, contextLines }, []),
  show: fields({ commit, contextLines }, ['commit']),
  blame: lineRangeWith(),
  add: fields({ paths: somePaths }, []),
  commit: fields({ paths: somePaths, message, author: fields({ name, email }, ['name', 'email']) }, [
    'paths',
    'message',
  ]),
  none: fields({}, []),
} as const satisfies Readonly<Record<string, Shape>>;
