/** One subscription to the system's events below a directory. */
import { join } from 'node:path';

/** What an event is about; a directory that went and came at once is `update`. */
export type FileEvent = { readonly path: string; readonly type: 'create' | 'update' | 'delete' };

/** Where to subscribe, and who is told. */
export type SubscriptionPlace = {
  readonly directory: string;
  onEvents(events: readonly FileEvent[]): void;
  /** Is told that events were lost; nothing comes after it from this subscription. */
  onFault(reason: string): void;
};

/** A subscription that is open. */
export type Subscription = { readonly directory: string; close(): Promise<void> };

/** What changes all the time and decides nothing. */
const IGNORED = [
  '.penumbra',
  ...['objects', 'logs', 'lfs', 'modules', 'worktrees'].map((name) => `.git/${name}`),
];

/** Opens a subscription; rejects where the directory cannot be watched. */
export async function openSubscription(place: SubscriptionPlace): Promise<Subscription> {
  const { directory, onEvents, onFault } = place;
  const { subscribe } = await import('./parcel-watcher.ts');
  let isOpen = true;
  const listen = (fault: Error | null, events: readonly FileEvent[]) => {
    if (!isOpen) return;
    if (events.length > 0) onEvents(events);
    if (fault === null) return;
    isOpen = false;
    onFault(fault.message);
  };
  const ignore = IGNORED.map((path) => join(directory, path));
  const subscription = await subscribe(directory, listen, { ignore });
  return {
    directory,
    close: async () => {
      isOpen = false;
      // Of directories that are gone the system has ended the watch already, and the package calls that a fault.
      await subscription.unsubscribe().catch(() => {});
    },
  };
}
