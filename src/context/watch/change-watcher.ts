/** The port to whoever tells that files of a workspace change. What it tells are hints: a scan finds out what is so. */

/** Is told what may have changed. */
export type ChangeListener = {
  /** Takes paths relative to the root, with `/` between names: files or directories, there or gone. */
  onPaths(paths: readonly string[]): void;
  /** Takes the reason why changes may have gone unseen, so that only a whole scan finds them. */
  onOverflow(reason: string): void;
};

/** A watch that is open. */
export type OpenWatch = { close(): Promise<void> };

/** Watches the files below a root until it is closed; resolves when every change from then on is told. */
export type ChangeWatcher = (root: string, listener: ChangeListener) => Promise<OpenWatch>;
