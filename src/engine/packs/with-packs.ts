/** Opens a ledger and finds the packs that a person means in it. */
import { type Id, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readRun } from '../../pipeline/index.ts';
import { findRun } from '../investigate/run/find-run.ts';
import { withRuns } from '../investigate/with-runs.ts';
import type { OpenLedgerOptions } from '../open-ledger.ts';
import { choosePacks, type PackChoice } from './choose-packs.ts';
import type { ExplainedPack } from './explain-pack.ts';
import { findPacks, type SearchProgress } from './find-packs.ts';
import type { PlacedPack } from './placed-pack.ts';
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
