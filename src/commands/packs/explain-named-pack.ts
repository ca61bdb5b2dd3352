/** What `penumbra pack --explain` does: finds the one pack that is meant, compiles it again, and explains it. */

import { parsePack } from '../../disclosure/lens/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import type { PackExplanationDocument } from '../../report/index.ts';
import { requireOnePack } from './choose-packs.ts';
import { type ExplainedPack, explainPack } from './explain-pack.ts';
import { isFileMeant } from './is-file-meant.ts';
import type { PlacedPack } from './placed-pack.ts';
import { openPackRebuilder, type RebuiltPack } from './rebuild-pack.ts';
import { type PackQuery, queriedFile, withPacks } from './with-packs.ts';

/** Explains one pack: for each item that could have been told whether it is in, and why not. */
export async function explainNamedPack(query: PackQuery): Promise<PackExplanationDocument> {
  if (await isFileMeant(query)) {
    const explained = await queriedFile(query);
    return describe(explained, { place: null, budget: null, items: explainPack(null, explained) });
  }
  return withPacks(query, async (ledger, { packs }) => {
    const pack = requireOnePack(packs);
    const rebuilt = await openPackRebuilder(ledger).rebuild(pack);
    if (rebuilt === null) throw cannotExplain();
    requireSame(pack, rebuilt);
    const { run, case: caseId, step } = pack;
    const audit = rebuilt.audit();
    const items = explainPack(audit, rebuilt);
    return describe(rebuilt, { place: { run, case: caseId, step }, budget: audit.budget, items });
  });
}

function describe(
  { compiled }: ExplainedPack,
  { place, budget, items }: Pick<PackExplanationDocument, 'place' | 'budget' | 'items'>,
): PackExplanationDocument {
  const { consumer, working_set_id: workingSet } = parsePack(compiled.pack);
  const told = items.filter(({ isTold }) => isTold).length;
  const counts = { told, withheld: items.length - told };
  return { place, consumer, workingSet, pack: `pack:${compiled.pack.hash}`, budget, counts, items };
}

/** What is explained has to be what the agent was told. */
function requireSame({ hash }: PlacedPack, { compiled }: RebuiltPack): void {
  if (compiled.pack.hash === hash) return;
  throw new PenumbraError('rebuild-differs', 'the pack is no longer compiled to what its agent was told', {
    data: { recorded: hash, compiled: compiled.pack.hash },
    hint: '`penumbra pack verify` names the first difference',
  });
}

function cannotExplain(): PenumbraError {
  return new PenumbraError('usage', 'the pack was made before packs could be compiled again', {
    hint: 'without --explain it is shown as its agent got it; a new investigation can be explained',
  });
}
