/**
 * Watches a workspace: the system tells where something may have changed, a scan of those places finds out what did,
 * and what was derived from it is renewed. Rounds follow each other and never overlap; what comes meanwhile waits.
 */
import { openScanIndex } from '../../adapters/files/index.ts';
import { openWatcher } from '../../adapters/watch/index.ts';
import {
  type ChangeWatcher,
  createChangeGatherer,
  type GatheredChanges,
  type StartTimer,
  saveScanIndex,
} from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import { type FaultCode, PenumbraError } from '../../kernel/index.ts';
import { type Found, type RoundOptions, type WatchRound, workRound } from './work-round.ts';

/** How to watch. */
export type WatchOptions = RoundOptions & {
  /** Who tells of changes, where it is not the system. */
  readonly watcher?: ChangeWatcher;
  /** How long nothing must change before it is looked at. */
  readonly quietMs?: number;
};

const QUIET_MS = 50;
/** Whoever writes without end is looked at so often at least. */
const LONGEST_MS = 1_000;
/** Events can get lost unnoticed, so everything is looked at from time to time. */
const WHOLE_EVERY_MS = 5 * 60_000;
const RETRY_MS = 2_000;
/** What passes: a root that is being replaced, another process that writes for long. */
const passing: ReadonlySet<FaultCode> = new Set<FaultCode>(['unreadable-input', 'store-busy']);

/** Watches a workspace until the signal, and then leaves the index for the next scan. */
export async function watchWorkspace(workspace: OpenedWorkspace, options: WatchOptions): Promise<void> {
  const { signal, onEvent, watcher = openWatcher, quietMs = QUIET_MS } = options;
  const pending = createPendingChanges();
  const gatherer = createChangeGatherer({ startTimer, quietMs, longestMs: LONGEST_MS, take: pending.add });
  signal.addEventListener('abort', pending.end, { once: true });
  if (signal.aborted) pending.end();
  // Before the first scan, so that nothing that changes during it goes unseen.
  const watch = await watcher(workspace.directory, {
    onPaths: gatherer.onPaths,
    onOverflow: (reason) => {
      onEvent({ event: 'overflow', reason });
      gatherer.onOverflow(reason);
    },
  });
  const whole = setInterval(pending.add, WHOLE_EVERY_MS, 'everything');
  try {
    const { root, scan, nodes } = await workspace.scan();
    onEvent({ event: 'started', root, scan, nodes });
    let found: Found = { root, scan };
    for (let changes = await pending.take(); changes; changes = await pending.take())
      found = await tryRound({ workspace, options, found, changes }, pending.add);
    onEvent({ event: 'stopped', ...found });
  } finally {
    clearInterval(whole);
    gatherer.close();
    await watch.close();
    saveScanIndex(await workspace.look(), openScanIndex(workspace.directory));
  }
}

/** Works on changes; where that fails for now, everything is looked at again a little later. */
async function tryRound(round: WatchRound, again: (changes: 'everything') => void): Promise<Found> {
  try {
    return await workRound(round);
  } catch (error) {
    if (!(error instanceof PenumbraError) || !passing.has(error.code)) throw error;
    round.options.onEvent({ event: 'fault', code: error.code, message: error.message });
    setTimeout(again, RETRY_MS, 'everything').unref();
    return round.found;
  }
}

const startTimer: StartTimer = (act, delayMs) => {
  const timer = setTimeout(act, delayMs);
  return { cancel: () => clearTimeout(timer) };
};

/** Changes that wait to be worked on. */
type PendingChanges = {
  add(changes: GatheredChanges): void;
  /** Returns all that waits, as soon as something does; null once it is over. */
  take(): Promise<GatheredChanges | null>;
  /** Ends it: whoever waits goes on without changes. */
  end(): void;
};

/** Creates an empty set of changes. */
function createPendingChanges(): PendingChanges {
  let pending: GatheredChanges = new Set();
  let isOver = false;
  let wake: () => void = () => undefined;
  const isEmpty = () => pending !== 'everything' && pending.size === 0;
  return {
    add(changes) {
      pending = joined(pending, changes);
      wake();
    },
    async take() {
      while (!isOver && isEmpty())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (isOver) return null;
      const taken = pending;
      pending = new Set();
      return taken;
    },
    end() {
      isOver = true;
      wake();
    },
  };
}

function joined(some: GatheredChanges, more: GatheredChanges): GatheredChanges {
  return some === 'everything' || more === 'everything' ? 'everything' : new Set([...some, ...more]);
}
