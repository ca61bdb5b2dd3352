/** Opens a ledger and finds the packs that a person means in it. */

import { parsePack } from '../../disclosure/lens/index.ts';
import type { OpenLedgerOptions } from '../../engine/index.ts';
import { findRun, withRuns } from '../../investigation/run/index.ts';
import { cite, type Id, nearest, PenumbraError } from '../../kernel/index.ts';
import type { Ledger, StoreReader } from '../../ledger/index.ts';
import { readRun } from '../../pipeline/index.ts';
import type { RunModel } from '../../record/index.ts';
import { findCase, nearCase } from '../../report/index.ts';
import { choosePacks, type PackChoice } from './choose-packs.ts';
import type { ExplainedPack } from './explain-pack.ts';
import { type PlacedPack, packsOfCase, readPlacedPack } from './placed-pack.ts';
import { packFromFile } from './read-working-set-file.ts';

/** Which packs are asked for. */
export type PackQuery = Omit<OpenLedgerOptions, 'create'> &
  PackChoice &
  SearchProgress & {
    /** A case or a working set of a run, or a file that holds a working set. */
    readonly name: string;
    /** The run; the latest unless it says otherwise. */
    readonly run?: string;
  };

/** The packs that were meant. */
export type NamedPacks = {
  readonly run: Id<'run'>;
  readonly case: string;
  readonly packs: readonly PlacedPack[];
};

/** Works on the packs that are asked for, and closes the ledger whatever happens. */
export async function withPacks<Answer>(
  { name, run: wanted = 'latest', step, consumer, onProgress, ...options }: PackQuery,
  work: (ledger: Ledger, named: NamedPacks) => Promise<Answer>,
): Promise<Answer> {
  return withRuns({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, wanted);
    const model = await readRun(ledger.store, run);
    const found = await findPacks(ledger.store, { model, run, name }, { onProgress });
    const choice = { ...(step !== undefined && { step }), ...(consumer !== undefined && { consumer }) };
    return work(ledger, { run, case: found.case, packs: choosePacks(found.packs, choice) });
  });
}

/** Compiles the pack that is asked for from a file. */
export async function queriedFile({ name, run, step, consumer }: PackQuery): Promise<ExplainedPack> {
  if (run === undefined && step === undefined) return packFromFile(name, consumer);
  throw new PenumbraError('usage', 'a working set in a file belongs to no run and no step', {
    hint: 'leave out --run and --step',
  });
}

/** Packs that were found, and their case. */
type FoundPacks = { readonly case: string; readonly packs: readonly PlacedPack[] };

/** How a search is followed. */
type SearchProgress = { readonly onProgress?: ((done: number) => void) | undefined };

/** What may stand where a case is named. */
const COMMANDS = ['verify'];
const WORKING_SET = /^[0-9a-f]{4,16}$/;

/** Returns the packs a text names in a run, or throws `invalid-id`. */
async function findPacks(
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
