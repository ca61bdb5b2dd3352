/** What `penumbra pack` does: lists the packs of a case, or shows the one that is meant as its agent got it. */
import { PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { PackDocument, PackListDocument } from '../../report/index.ts';
import { onlyPack } from './choose-packs.ts';
import { describePack, describePlacedPack, packCounter } from './describe-pack.ts';
import { explainPack } from './explain-pack.ts';
import { isFileMeant } from './is-file-meant.ts';
import { type PlacedPack, readPlacedPack, requirePlacedPack } from './placed-pack.ts';
import { openPackRebuilder, type PackRebuilder, type RebuiltPack } from './rebuild-pack.ts';
import { type PackQuery, queriedFile, withPacks } from './with-packs.ts';

/** The packs of a case, or one of them whole. */
export type PackAnswer = { readonly list: PackListDocument } | { readonly shown: PackDocument };

/** Shows the pack that is meant, or lists those that may be. */
export async function showPacks(query: PackQuery): Promise<PackAnswer> {
  if (await isFileMeant(query)) {
    const { pack, envelope } = (await queriedFile(query)).compiled;
    return { shown: describePack(pack, envelope) };
  }
  return withPacks(query, async (ledger, { run, case: caseId, packs }) => {
    const only = onlyPack(packs);
    if (only !== null) return { shown: await showPack(ledger, only) };
    const listed = await listPacks(ledger, packs);
    return { list: { run, case: caseId, counter: packCounter.name, packs: listed } };
  });
}

async function showPack(ledger: Ledger, pack: PlacedPack): Promise<PackDocument> {
  const bytes = await requirePlacedPack(ledger.store, pack);
  const rebuilt = await tryRebuild(openPackRebuilder(ledger), pack);
  return describePack(bytes, rebuilt?.compiled.envelope ?? null);
}

async function listPacks(ledger: Ledger, packs: readonly PlacedPack[]): Promise<PackListDocument['packs']> {
  const rebuilder = openPackRebuilder(ledger);
  const listed: PackListDocument['packs'][number][] = [];
  for (const pack of packs) {
    const rebuilt = await tryRebuild(rebuilder, pack);
    const withheld = rebuilt && explainPack(rebuilt.audit(), rebuilt).filter(({ isTold }) => !isTold).length;
    listed.push(describePlacedPack(pack, await readPlacedPack(ledger.store, pack), withheld));
  }
  return listed;
}

/** A pack that cannot be compiled again is shown all the same; `pack verify` says why it cannot. */
async function tryRebuild(rebuilder: PackRebuilder, pack: PlacedPack): Promise<RebuiltPack | null> {
  try {
    return await rebuilder.rebuild(pack);
  } catch (error) {
    if (error instanceof PenumbraError) return null;
    throw error;
  }
}
