/** What this machine offers the guard: a sandbox to run programs in, and keys to sign with. */
import { isWithin, placesOf, realPathOf } from '../../adapters/paths/index.ts';
import { openAnchors } from '../../engine/guard/audit/index.ts';
import { configDirectory, configurationPlaces, keysDirectory } from '../../engine/index.ts';
import type { Finding } from './machine-finding.ts';

type Place = {
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Tries the sandbox; without one, programs run in it nowhere, but everything else goes on. */
export async function examineSandbox({ root, environment }: Place): Promise<Finding> {
  const { openRunner } = await import('../../adapters/exec/index.ts');
  const runner = openRunner({ roots: [root], hold: () => null, environment });
  const state = runner.sandbox();
  return state.kind === 'bubblewrap'
    ? { name: 'sandbox', state: 'ok', detail: `bubblewrap ${state.version}` }
    : { name: 'sandbox', state: 'note', detail: `none: ${state.why}`, remedy: state.remedy };
}

/** Looks at the keys; their ids tell nothing about them. */
export async function examineKeys({ root, environment }: Place): Promise<Finding> {
  const { keyKinds, openKeys, requireOwnDirectory } = await import('../../adapters/keys/index.ts');
  const directory = keysDirectory(environment);
  const real = realPathOf(root);
  const places = [...placesOf(directory), ...configurationPlaces(configDirectory(environment))];
  if (places.some((place) => isWithin(place, [real]))) {
    const detail = `${directory} lies in the workspace, where agents can reach`;
    return {
      name: 'keys',
      state: 'note',
      detail,
      remedy: 'set PENUMBRA_CONFIG_DIR to a directory elsewhere',
    };
  }
  requireOwnDirectory(configDirectory(environment));
  const keys = openKeys(directory).list();
  const damaged = await openAnchors(configDirectory(environment)).listDamaged();
  if (damaged[0] !== undefined) return damagedAnchors(damaged.length, damaged[0]);
  const active = keys.filter(({ isActive }) => isActive).map(({ kind, id }) => `${kind} ${id}`);
  const remedy = 'penumbra keys create';
  if (keys.length === 0)
    return { name: 'keys', state: 'note', detail: 'none yet: nothing can be signed', remedy };
  const retired = keys.length - active.length;
  const more = retired === 0 ? [] : [`${retired} that only verify`];
  const detail = [...active, ...more].join(', ');
  const missing = keyKinds.filter((kind) => !keys.some((key) => key.isActive && key.kind === kind));
  if (missing.length > 0)
    return { name: 'keys', state: 'note', detail: `${detail}; none signs as ${missing.join(', ')}`, remedy };
  return { name: 'keys', state: 'ok', detail };
}

/** The keys are named by `penumbra keys`; that nothing is anchored any more is told nowhere else unasked. */
function damagedAnchors(count: number, first: string): Finding {
  return {
    name: 'keys',
    state: 'note',
    detail: `anchors beside them cannot be read: ${first}${count > 1 ? ` and ${count - 1} more` : ''}`,
    remedy: `put back a copy of ${first}, or move it away to anchor anew`,
  };
}
