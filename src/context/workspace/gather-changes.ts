/**
 * Gathers hints until it is quiet for a while, and hands them over as one set. Whoever writes without end is not waited
 * for: from the first hint on there is a longest time.
 */

/** What may have changed since the last handover. */
export type GatheredChanges = ReadonlySet<string> | 'everything';

/** Calls something once after a time, unless it is cancelled before. */
export type StartTimer = (act: () => void, delayMs: number) => { cancel(): void };

/** How long to wait, by whose timers, and who takes the changes. */
export type GathererOptions = {
  readonly startTimer: StartTimer;
  /** How long nothing must come before the hints are handed over. */
  readonly quietMs: number;
  /** How long hints are kept at most. */
  readonly longestMs: number;
  take(changes: GatheredChanges): void;
};

/** A listener that gathers. */
export type ChangeGatherer = ChangeListener & {
  /** Hands over at once what has been gathered, if anything. */
  flush(): void;
  /** Ends it: what has been gathered is dropped, and nothing is handed over any more. */
  close(): void;
};

/** Creates a gatherer. */
export function createChangeGatherer(options: GathererOptions): ChangeGatherer {
  const { startTimer, quietMs, longestMs, take } = options;
  let paths = new Set<string>();
  let [isEverything, isClosed] = [false, false];
  let quiet: ReturnType<StartTimer> | undefined;
  let longest: ReturnType<StartTimer> | undefined;

  const empty = (): GatheredChanges => {
    const gathered = isEverything ? 'everything' : paths;
    quiet?.cancel();
    longest?.cancel();
    [paths, isEverything, quiet, longest] = [new Set(), false, undefined, undefined];
    return gathered;
  };
  const flush = () => {
    const gathered = empty();
    if (gathered === 'everything' || gathered.size > 0) take(gathered);
  };
  const wait = () => {
    quiet?.cancel();
    quiet = startTimer(flush, quietMs);
    longest ??= startTimer(flush, longestMs);
  };

  return {
    onPaths: (hints) => {
      if (isClosed || hints.length === 0) return;
      // Everything includes them, and a flood of hints must not fill the memory meanwhile.
      if (!isEverything) for (const hint of hints) paths.add(hint);
      wait();
    },
    onOverflow: () => {
      if (isClosed) return;
      isEverything = true;
      paths = new Set();
      wait();
    },
    flush,
    close: () => {
      isClosed = true;
      empty();
    },
  };
}

/**
 * Is told what may have changed. What it tells are hints: a scan finds out what is so.
 */
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
