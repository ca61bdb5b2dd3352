/** The port to the git repository around a workspace, if there is one: what it tracks, and its rules from outside. */
import type { ByteText } from './byte-text.ts';
import type { FileStamp } from './file-stamp.ts';

/** A file of ignore rules above or beside the workspace, and the directory its rules are relative to. */
export type OuterRules = {
  /** Relative to the top of the repository, with a slash at its end; empty for the top. */
  readonly base: ByteText;
  readonly text: ByteText;
};

/** What git knows of a workspace. */
export interface Repository {
  /** Where the root lies below the top of the repository, with a slash at its end; empty for the top. */
  readonly prefix: ByteText;
  /** Rules that are not in the workspace: `info/exclude`, then `.gitignore` from the top down to above the root. */
  outerRules(): readonly OuterRules[];
  /** Returns the stamp of the list of tracked files, or nothing where no file is tracked. */
  trackedStamp(): FileStamp | undefined;
  /** Returns the tracked paths below the root, sorted by bytes, each with a zero byte at its end; nothing if git fails. */
  trackedPaths(): Uint8Array | undefined;
  /** Tells whether a directory that has a `.git` is the work tree of a repository. */
  isWorkTree(directory: ByteText): boolean;
}
