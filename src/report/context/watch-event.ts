/** What a watch tells, one event after the other; with `--json` each is a line. */
import type { ShownRegeneration } from './render-regeneration.ts';
import type { ShownChange } from './shown-changes.ts';

/** The state of the workspace that an event speaks of: its root, and the number of the scan that found it. */
type WatchedState = { readonly root: string; readonly scan: number };

/** One event of a watch. */
export type WatchEvent =
  | (WatchedState & { readonly event: 'started'; readonly nodes: number })
  /** Only where something changed; `read` counts the files that were read for it. */
  | (WatchedState & {
      readonly event: 'scanned';
      readonly changes: readonly ShownChange[];
      readonly read: number;
    })
  | (WatchedState & { readonly event: 'regenerated' } & ShownRegeneration)
  /** The exit code is null where a signal ended the command or it could not be started. */
  | (WatchedState & {
      readonly event: 'command';
      readonly command: string;
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly problem: string | null;
    })
  /** Changes may have gone unseen, so that everything is looked at. */
  | { readonly event: 'overflow'; readonly reason: string }
  /** Something failed that may pass; it is tried again. */
  | { readonly event: 'fault'; readonly code: string; readonly message: string }
  | (WatchedState & { readonly event: 'stopped' });
