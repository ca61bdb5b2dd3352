/** Where packs were compiled: those of the steps that a fork shares with another run, in that run. */
import type { Id } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { findRunRecord } from '../investigate/run/run-record.ts';
import type { PlacedPack } from './placed-pack.ts';

/** Finds the run in which a pack was compiled. */
export type FindOrigin = (pack: PlacedPack) => Promise<Id<'run'>>;

type KnownFork = { readonly run: Id<'run'>; readonly kept: ReadonlyMap<string, number> } | null;

/** Makes what finds the origins of packs; the record of each run is read once. */
export function createOriginFinder(ledger: Ledger): FindOrigin {
  const forks = new Map<Id<'run'>, KnownFork>();
  const find: FindOrigin = async (pack) => {
    if (!forks.has(pack.run)) forks.set(pack.run, await readFork(ledger, pack.run));
    const fork = forks.get(pack.run) ?? null;
    const isShared = fork !== null && pack.step <= (fork.kept.get(pack.case) ?? 0);
    return isShared ? find({ ...pack, run: fork.run }) : pack.run;
  };
  return find;
}

async function readFork(ledger: Ledger, run: Id<'run'>): Promise<KnownFork> {
  const fork = (await findRunRecord(ledger, run))?.inputs.fork;
  return fork ? { run: fork.run, kept: new Map(fork.kept.map(({ case: id, steps }) => [id, steps])) } : null;
}
