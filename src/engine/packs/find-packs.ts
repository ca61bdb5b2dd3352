/** Finds the packs a person means: those of a case, or of the working set an id begins. */
import { cite, type Id, nearest, PenumbraError } from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import { parsePack } from '../../lens/index.ts';
import type { RunModel } from '../../record/index.ts';
import { findCase, nearCase } from '../../report/index.ts';
import { type PlacedPack, packsOfCase, readPlacedPack } from './placed-pack.ts';

/** Packs that were found, and their case. */
type FoundPacks = { readonly case: string; readonly packs: readonly PlacedPack[] };

/** How a search is followed. */
export type SearchProgress = { readonly onProgress?: ((done: number) => void) | undefined };

/** What may stand where a case is named. */
const COMMANDS = ['verify'];
const WORKING_SET = /^[0-9a-f]{4,16}$/;

/** Returns the packs a text names in a run, or throws `invalid-id`. */
export async function findPacks(
  store: StoreReader,
  { model, run, name }: { readonly model: RunModel; readonly run: Id<'run'>; readonly name: string },
  { onProgress }: SearchProgress = {},
): Promise<FoundPacks> {
  const named = findCase(model, name);
  if (named !== null) return { case: named.id, packs: packsOfCase(run, named) };
  const all = model.cases.flatMap((one) => packsOfCase(run, one));
  const found: { readonly id: string; readonly pack: PlacedPack }[] = [];
  for (const [index, pack] of WORKING_SET.test(name) ? all.entries() : []) {
    const id = await workingSetOf(store, pack);
    if (id?.startsWith(name)) found.push({ id, pack });
    onProgress?.(index + 1);
  }
  const ids = new Set(found.map(({ id }) => id));
  if (ids.size > 1)
    throw new PenumbraError('invalid-id', `${cite(name)} may mean ${[...ids].slice(0, 8).join(', ')}`, {
      hint: 'give more digits',
    });
  const [first] = found;
  if (first === undefined) throw nothingNamed(model, name);
  return { case: first.pack.case, packs: found.map(({ pack }) => pack) };
}

async function workingSetOf(store: StoreReader, pack: PlacedPack): Promise<string | null> {
  const bytes = await readPlacedPack(store, pack);
  return bytes && parsePack(bytes).working_set_id;
}

function nothingNamed(model: RunModel, name: string): PenumbraError {
  const near = nearCase(model, name) ?? nearest(name, COMMANDS);
  return new PenumbraError(
    'invalid-id',
    `${cite(name)} names no case, no working set of this run, and no file`,
    {
      hint:
        near === null
          ? 'list the cases with `penumbra show latest`; for those of an earlier run add --run <run>'
          : `did you mean ${cite(near)}?`,
    },
  );
}
