/**
 * The directory that was looked into last, kept for the read that follows in the same call: what is read stands in the
 * very directory that was looked at. The next operation takes it or lets it go, and so does the next turn of the loop.
 */
import type { HeldDirectory, RealRoot } from '../paths/index.ts';

/** Keeps at most one directory. */
type KeptDirectory = {
  /** Keeps a directory at a path below a root; one that is held by its path alone is let go. */
  keep(root: RealRoot, path: string, held: HeldDirectory): void;
  /** Hands out what is kept, if it is that directory, and lets it go if it is another. */
  take(root: RealRoot, path: string): HeldDirectory | undefined;
  release(): void;
};

/** Makes a place to keep a directory in. */
export function createKeptDirectory(): KeptDirectory {
  let kept: { readonly root: RealRoot; readonly path: string; readonly held: HeldDirectory } | undefined;
  let isAwaited = false;

  const release = () => {
    const { held } = kept ?? {};
    kept = undefined;
    held?.release();
  };
  const releaseLater = () => {
    if (isAwaited) return;
    isAwaited = true;
    setImmediate(() => {
      isAwaited = false;
      release();
    });
  };

  return {
    release,
    keep: (root, path, held) => {
      release();
      // A path is whatever stands there when it is used, and has to be looked at again.
      if (held.descriptor === null) return held.release();
      kept = { root, path, held };
      releaseLater();
    },
    take: (root, path) => {
      if (kept?.root !== root || kept.path !== path) return void release();
      const { held } = kept;
      kept = undefined;
      return held;
    },
  };
}
