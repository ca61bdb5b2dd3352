/**
 * Implements `penumbra pack verify`: compiles every pack of a run again, and names the first difference of
 * each.
 */

import { firstDifference } from '../../disclosure/lens/index.ts';
import { type OpenLedgerOptions, withLedger } from '../../engine/index.ts';
import { findRun } from '../../investigation/run/index.ts';
import { type Id, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readRun } from '../../pipeline/index.ts';
import { type PackDifference, type PackVerificationDocument, requireCase } from '../../report/index.ts';
import { type PlacedPack, packsOfCase, readPlacedPack } from './find-packs.ts';
import { openPackRebuilder, type PackRebuilder } from './rebuild-pack.ts';

/** Which packs to verify: those of a run, or of one of its cases. */
export type VerifyPacksQuery = Omit<OpenLedgerOptions, 'create'> & {
  readonly case?: string;
  /** The run; defaults to the latest. */
  readonly run?: string;
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
};

/** Verifies packs without writing anything. */
export async function verifyPacks(query: VerifyPacksQuery): Promise<PackVerificationDocument> {
  const { case: caseName, run: wanted = 'latest', onProgress, ...options } = query;
  return withLedger({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, wanted);
    const model = await readRun(ledger.store, run);
    const cases = caseName === undefined ? model.cases : [requireCase(model, caseName)];
    const packs = cases.map((one) => packsOfCase(run, one));
    const total = packs.flat().length;
    const outcomes: (Outcome & PlacedPack)[] = [];
    for (const ofCase of packs)
      for await (const outcome of verifyCase(ledger, ofCase)) {
        outcomes.push(outcome);
        onProgress?.({ done: outcomes.length, total });
      }
    return summarise(run, outcomes);
  });
}

/** The difference, null if there is none; `isUnchecked` if it cannot be determined. */
type Outcome = { readonly difference: string | null } | { readonly isUnchecked: true };

async function* verifyCase(
  ledger: Ledger,
  packs: readonly PlacedPack[],
): AsyncGenerator<Outcome & PlacedPack> {
  // One rebuilder per case, so that what it read is released with the case.
  const rebuilder = openPackRebuilder(ledger);
  for (const pack of packs) yield { ...pack, ...(await verifyPack(ledger, rebuilder, pack)) };
}

async function verifyPack(ledger: Ledger, rebuilder: PackRebuilder, pack: PlacedPack): Promise<Outcome> {
  try {
    const recorded = await readPlacedPack(ledger.store, pack);
    if (recorded === null) return { difference: 'the pack is no longer in the ledger' };
    const rebuilt = await rebuilder.rebuild(pack);
    if (rebuilt === null) return { isUnchecked: true };
    return { difference: firstDifference(recorded, rebuilt.compiled.pack) };
  } catch (error) {
    // An error that prevents compiling a pack is its difference.
    if (error instanceof PenumbraError && !isOutOfReach(error)) return { difference: error.message };
    throw error;
  }
}

/** An unavailable store says nothing about a pack. */
function isOutOfReach({ code }: PenumbraError): boolean {
  return code.startsWith('store-') && code !== 'store-damaged';
}

function summarise(run: Id<'run'>, outcomes: readonly (Outcome & PlacedPack)[]): PackVerificationDocument {
  const differences = outcomes.flatMap((outcome): readonly PackDifference[] => {
    if (!('difference' in outcome) || outcome.difference === null) return [];
    const { case: caseId, step, consumer, difference } = outcome;
    return [{ case: caseId, step, consumer, difference }];
  });
  const unchecked = outcomes.filter((outcome) => 'isUnchecked' in outcome).length;
  const checked = outcomes.length - unchecked;
  // A record that was removed looks like one that was never made.
  return { ok: differences.length === 0 && unchecked === 0, run, checked, unchecked, differences };
}
