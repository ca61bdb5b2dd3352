/** What a scan left out, and why: nothing is left out in silence, and nothing left out stops the rest. */
import { compareCodePoints, deepFreeze } from '../../kernel/index.ts';

/** Every reason for leaving an entry out, with its meaning in one sentence. */
export const skipReasons = {
  unreadable: 'It may not be read, or reading it failed.',
  vanished: 'It was there when its directory was listed and gone when it was read.',
  changing: 'It kept changing while it was read.',
  'special-file': 'It is a socket, a pipe or a device.',
  'name-not-utf8': 'Its name, or the target of the link, is not UTF-8.',
  'same-name': 'Another name in the directory is the same in Unicode normal form C.',
  'path-too-long': 'Its path is longer than the system takes.',
  'too-large': 'It is larger than the limit for files.',
  'rules-too-large': 'Its ignore rules are over the limit and were not applied.',
  'nested-repository': 'It is the work tree of another git repository.',
  'tracked-unknown': 'Git could not tell the tracked files, so ignored ones among them are missing.',
} as const;

/** Why an entry was left out. */
export type SkipReason = keyof typeof skipReasons;

/** An entry that was left out; the path is decoded, but not normalised. */
export type Skipped = { readonly path: string; readonly reason: SkipReason };

const NOTHING: Skipped = { path: '', reason: 'vanished' };

/** Returns what was left out as a frozen list by path, each thing once. */
export function sortSkipped(skipped: readonly Skipped[]): readonly Skipped[] {
  const order = (left: Skipped, right: Skipped) =>
    compareCodePoints(left.path, right.path) || compareCodePoints(left.reason, right.reason);
  const sorted = skipped.toSorted(order);
  return deepFreeze(sorted.filter((entry, index) => order(entry, sorted[index - 1] ?? NOTHING) !== 0));
}
