/** Implements `penumbra pack`: lists the packs of a case, or shows one as its agent received it. */

import { type Envelope, type PackBytes, parsePack, renderPack } from '../../disclosure/lens/index.ts';
import { byteCounter } from '../../disclosure/oracle/index.ts';
import { PenumbraError, sha256 } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { PackDocument, PackListDocument, ShownPack } from '../../report/index.ts';
import { explainPack } from './explain-pack.ts';
import {
  isFileMeant,
  onlyPack,
  type PackQuery,
  type PlacedPack,
  queriedFile,
  readPlacedPack,
  requirePlacedPack,
  withPacks,
} from './find-packs.ts';
import { openPackRebuilder, type PackRebuilder, type RebuiltPack } from './rebuild-pack.ts';

/** The packs of a case, or one of them in full. */
export type PackAnswer = { readonly list: PackListDocument } | { readonly shown: PackDocument };

/** Shows the requested pack, or lists the candidates. */
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

/** A pack that cannot be compiled again is still shown; `pack verify` reports the reason. */
async function tryRebuild(rebuilder: PackRebuilder, pack: PlacedPack): Promise<RebuiltPack | null> {
  try {
    return await rebuilder.rebuild(pack);
  } catch (error) {
    if (error instanceof PenumbraError) return null;
    throw error;
  }
}

/** Counts the tokens of a pack's text. */
const packCounter = byteCounter;

/** Returns a pack with its envelope and the text its agent received. */
function describePack(bytes: PackBytes, compiled: Envelope | null): PackDocument {
  const text = renderPack(bytes);
  const isSame = compiled?.promptpack_hash === bytes.hash;
  const envelope = isSame ? compiled : envelopeOf(bytes, text);
  return { pack: parsePack(bytes), envelope, text };
}

/** Returns the line of a pack in a list. */
function describePlacedPack(
  { step, node, consumer, hash }: PlacedPack,
  bytes: PackBytes | null,
  withheld: number | null,
): ShownPack {
  const placed = { step, node, consumer, pack: `pack:${hash}` };
  if (bytes === null)
    return { ...placed, asked: null, workingSet: null, blocks: null, tokens: null, withheld };
  const { truth, memory, task, working_set_id: workingSet } = parsePack(bytes);
  const blocks = { truth: truth.length, memory: memory.length, scene: task.scene.length };
  const tokens = packCounter.count(renderPack(bytes));
  return { ...placed, asked: task.type, workingSet, blocks, tokens, withheld };
}

/**
 * The envelope derived from a pack that cannot be compiled again: everything except the rules that were open.
 */
function envelopeOf(bytes: PackBytes, text: string): Envelope {
  const { truth, memory, task, policy_ids, working_set_id } = parsePack(bytes);
  return {
    allowed_handles: [...truth, ...memory, ...task.scene].map(({ handle }) => handle),
    mask_matrix_id: policy_ids.mask_matrix_id,
    promptpack_hash: bytes.hash,
    text_hash: sha256(text),
    working_set_id,
  };
}
