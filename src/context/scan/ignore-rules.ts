/**
 * The ignore rules that hold in a directory: its own, then those of the directories above, then the repository's. The
 * last matching pattern of the nearest file decides, as in git.
 */
import { sha256 } from '../../kernel/index.ts';
import type { ByteText } from './byte-text.ts';
import { parseIgnoreFile } from './ignore-pattern.ts';

/** The rules of one directory and all above it. */
export type IgnoreRules = {
  /** Stands for every pattern and its place; equal stamps mean equal rules. */
  readonly stamp: bigint;
  /** Tells whether an entry is ignored; the path is relative to the top of the repository. */
  ignores(path: ByteText, isDirectory: boolean): boolean;
};

/** A file of rules and the directory it stands in, with a slash at its end; empty for the top. */
export type RuleFile = { readonly base: ByteText; readonly text: ByteText };

/** Rules that ignore nothing. */
export const NO_RULES: IgnoreRules = { stamp: 0n, ignores: () => false };

/** Puts a file of rules before those that hold already. */
export function addRules(outer: IgnoreRules, file: RuleFile): IgnoreRules {
  // Strongest last in the file; turned round once instead of walked backwards for every entry.
  const patterns = parseIgnoreFile(file.text).toReversed();
  const stamp = stampOf(outer.stamp, file);
  if (patterns.length === 0) return { stamp, ignores: outer.ignores };
  return {
    stamp,
    ignores: (path, isDirectory) => {
      const subject = {
        path: path.slice(file.base.length),
        name: path.slice(path.lastIndexOf('/') + 1),
        isDirectory,
      };
      const decisive = patterns.find((pattern) => pattern.matches(subject));
      return decisive ? !decisive.isNegated : outer.ignores(path, isDirectory);
    },
  };
}

function stampOf(outer: bigint, { base, text }: RuleFile): bigint {
  return BigInt(`0x${sha256(`${outer} ${base.length} ${base}${text}`).slice(0, 16)}`);
}
