/** Tells who remembers files where they were changed: by path where that is known, else by the whole root. */
import type { RefPlace } from '../../guard/index.ts';
import type { ChangedPlaces, Need, ToolSet } from './tool-services.ts';

/** What an act with each port changes of the files; git and programs change what no address names. */
const reaches: Readonly<Record<Need, 'paths' | 'roots' | 'nothing'>> = {
  disk: 'paths',
  git: 'roots',
  exec: 'roots',
  context: 'nothing',
  contracts: 'nothing',
  approvals: 'nothing',
};

/** Tells where an act that succeeded has changed files. */
export async function tellChanges(
  needs: Need,
  places: readonly RefPlace[],
  onChanged: ToolSet['onChanged'],
): Promise<void> {
  const reach = reaches[needs];
  if (reach === 'nothing') return;
  const changed: readonly ChangedPlaces[] = [...Map.groupBy(places, ({ root }) => root)].map(
    ([root, some]) => ({ root, paths: reach === 'paths' ? some.map(({ path }) => path) : null }),
  );
  try {
    await onChanged?.(changed);
  } catch {
    // What was done is done, and answered as done; who asks next looks again, and says what is wrong.
  }
}
