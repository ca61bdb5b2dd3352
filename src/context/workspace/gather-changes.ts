/**
 * Debounces change hints and delivers them as one set. A maximum delay from the first hint applies even if
 * hints never pause.
 */

/** What may have changed since the last delivery. */
export type GatheredChanges = ReadonlySet<string> | 'everything';

/** Calls a function once after a delay, unless cancelled. */
export type StartTimer = (act: () => void, delayMs: number) => { cancel(): void };

/** Delays, timers, and the receiver of changes. */
export type GathererOptions = {
  readonly startTimer: StartTimer;
  /** How long hints must pause before delivery. */
  readonly quietMs: number;
  /** The maximum delay of a hint. */
  readonly longestMs: number;
  take(changes: GatheredChanges): void;
};

/** A listener that gathers. */
export type ChangeGatherer = ChangeListener & {
  /** Delivers pending hints immediately. */
  flush(): void;
  /** Drops pending hints and delivers nothing more. */
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
      // "Everything" already includes them, and a flood of hints must not fill memory.
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

/** Receives hints about changes; only a scan determines what actually changed. */
export type ChangeListener = {
  /** Receives paths of existing or deleted files and directories, relative to the root, separated by `/`. */
  onPaths(paths: readonly string[]): void;
  /** Receives the reason why changes may have been missed; only a full scan finds them. */
  onOverflow(reason: string): void;
};

/** A watch that is open. */
export type OpenWatch = { close(): Promise<void> };

/** Watches the files below a root until closed; resolves once every later change will be reported. */
export type ChangeWatcher = (root: string, listener: ChangeListener) => Promise<OpenWatch>;
