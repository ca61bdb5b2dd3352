/** A history as one call sees it: without the paths it does not see, and without commits that touched no others. */
import type { ChangeHistory } from '../../context/index.ts';
import type { Sight } from '../calls/create-sight.ts';
import { rememberSight } from '../calls/remember-sight.ts';

/** Returns the visible part of a history; paths stay relative to the root. */
export const visibleHistory: (history: ChangeHistory, sight: Sight) => ChangeHistory = rememberSight(
  (history, sight) => {
    const changes = history.changes.flatMap((change) => {
      const paths = change.paths.filter((path) => sight.find(path) !== undefined);
      if (paths.length === 0) return [];
      return [paths.length === change.paths.length ? change : { ...change, paths }];
    });
    return { changes };
  },
);
