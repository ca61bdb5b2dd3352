/** Opens a ledger and finds the packs a person refers to. */

import { extname, sep } from 'node:path';
import { type PackBytes, parsePack } from '../../disclosure/lens/index.ts';
import { type OpenLedgerOptions, withLedger } from '../../engine/index.ts';
import { findRun } from '../../investigation/run/index.ts';
import {
  cite,
  didYouMean,
  digestOf,
  type Id,
  nearest,
  PenumbraError,
  type Sha256,
  shortId,
} from '../../kernel/index.ts';
import type { Ledger, StoreReader } from '../../ledger/index.ts';
import { readRun } from '../../pipeline/index.ts';
import type { RunCase, RunModel } from '../../record/index.ts';
import { findCase, nearCase } from '../../report/index.ts';
import { type ExplainedPack, isFileName, packFromFile } from './read-working-set-file.ts';

/** Which packs are requested. */
export type PackQuery = Omit<OpenLedgerOptions, 'create'> &
  PackChoice &
  SearchProgress & {
    /** A case or a working set of a run, or a file that contains a working set. */
    readonly name: string;
    /** The run; defaults to the latest. */
    readonly run?: string;
  };

/** The requested packs. */
export type NamedPacks = {
  readonly run: Id<'run'>;
  readonly case: string;
  readonly packs: readonly PlacedPack[];
};

/** Works on the requested packs, and always closes the ledger. */
export async function withPacks<Answer>(
  { name, run: wanted = 'latest', step, consumer, onProgress, ...options }: PackQuery,
  work: (ledger: Ledger, named: NamedPacks) => Promise<Answer>,
): Promise<Answer> {
  return withLedger({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, wanted);
    const model = await readRun(ledger.store, run);
    const found = await findPacks(ledger.store, { model, run, name }, { onProgress });
    const choice = { ...(step !== undefined && { step }), ...(consumer !== undefined && { consumer }) };
    return work(ledger, { run, case: found.case, packs: choosePacks(found.packs, choice) });
  });
}

/** Compiles the requested pack from a file. */
export async function queriedFile({ name, run, step, consumer }: PackQuery): Promise<ExplainedPack> {
  if (run === undefined && step === undefined) return packFromFile(name, consumer);
  throw new PenumbraError('usage', 'a working set in a file belongs to no run and no step', {
    hint: 'leave out --run and --step',
  });
}

/** The packs found, and their case. */
type FoundPacks = { readonly case: string; readonly packs: readonly PlacedPack[] };

/** How to report the progress of a search. */
type SearchProgress = { readonly onProgress?: ((done: number) => void) | undefined };

/** Subcommands that can take the place of a case name. */
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

/** Which packs of a case to choose; all by default. */
type PackChoice = { readonly step?: number; readonly consumer?: string };

/** Returns the packs that match a choice, or throws `usage` if none does. */
function choosePacks(packs: readonly PlacedPack[], { step, consumer }: PackChoice): readonly PlacedPack[] {
  const atStep = step === undefined ? packs : packs.filter((pack) => pack.step === step);
  if (atStep.length === 0 && step !== undefined)
    throw new PenumbraError('usage', `no agent was told anything at step ${step}`, {
      hint: `packs were handed out at ${listed(packs.map((pack) => String(pack.step)))}`,
    });
  if (consumer === undefined) return atStep;
  const chosen = atStep.filter((pack) => pack.consumer === consumer);
  if (chosen.length > 0) return chosen;
  const known = atStep.map((pack) => pack.consumer);
  throw new PenumbraError(
    'usage',
    `no pack ${step === undefined ? 'of this case' : `of step ${step}`} is for ${cite(consumer)}${didYouMean(consumer, known)}`,
    { hint: `there are packs for ${listed(known)}` },
  );
}

/** Returns the pack if there is only one to choose from, else null; a pack used twice still counts as one. */
export function onlyPack(packs: readonly PlacedPack[]): PlacedPack | null {
  const [first] = packs;
  return first !== undefined && packs.every(({ hash }) => hash === first.hash) ? first : null;
}

/** Returns the one chosen pack, or throws `usage` if there are several. */
export function requireOnePack(packs: readonly PlacedPack[]): PlacedPack {
  const only = onlyPack(packs);
  if (only !== null) return only;
  if (packs.length === 0)
    throw new PenumbraError('usage', 'no agent was told anything in this case yet', {
      hint: 'go on with `penumbra resume`',
    });
  throw new PenumbraError('usage', `${packs.length} packs fit, and only one can be explained at a time`, {
    hint: `choose one by --step (${listed(packs.map(({ step }) => String(step)))}) and --consumer, or by its working set, which \`penumbra pack ${packs[0]?.case}\` lists`,
  });
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].join(', ') || 'none';
}

/** A pack and where it was used. */
export type PlacedPack = {
  readonly run: Id<'run'>;
  readonly case: string;
  readonly step: number;
  readonly node: string;
  readonly consumer: string;
  readonly hash: Sha256;
};

/** Returns the packs of a case in the order they were used. */
export function packsOfCase(run: Id<'run'>, { id, steps }: RunCase): readonly PlacedPack[] {
  return steps.flatMap(({ step, node, packs }) =>
    packs.map(({ pack, consumer }) => ({ run, case: id, step, node, consumer, hash: digestOf(pack) })),
  );
}

/** Reads a pack, or returns null if it was removed. */
export async function readPlacedPack(store: StoreReader, { hash }: PlacedPack): Promise<PackBytes | null> {
  const [bytes] = await store.getMany([hash]);
  return bytes ? { bytes, hash } : null;
}

/** Reads a pack, or throws if it was removed. */
export async function requirePlacedPack(store: StoreReader, pack: PlacedPack): Promise<PackBytes> {
  const found = await readPlacedPack(store, pack);
  if (found) return found;
  throw new PenumbraError(
    'frame-not-found',
    `${shortId(`pack:${pack.hash}` as Id)} is no longer in the ledger`,
    {
      hint: 'import an export that still has it, or investigate again',
    },
  );
}

/** Returns whether a query is about a working set in a file. */
export async function isFileMeant(query: PackQuery): Promise<boolean> {
  const { name } = query;
  if (!isFileName(name)) return false;
  const isWrittenAsFile = name.includes('/') || name.includes(sep) || extname(name) !== '';
  return isWrittenAsFile || !(await isCaseNamed(query));
}

/** A ledger that is missing or unavailable names no case. */
async function isCaseNamed({
  name,
  run: wanted = 'latest',
  step: _step,
  consumer: _consumer,
  onProgress: _onProgress,
  ...options
}: PackQuery): Promise<boolean> {
  try {
    return await withLedger({ ...options, create: false }, async ({ store }) => {
      const run = await findRun(store, wanted);
      return findCase(await readRun(store, run), name) !== null;
    });
  } catch (error) {
    if (error instanceof PenumbraError) return false;
    throw error;
  }
}
