/**
 * Combines what the oracle left out of a working set with what the lens left out of a pack: for every item
 * that could have been disclosed, whether it was, and if not, why. For auditors; never given to an agent.
 */
import {
  type ExclusionReason,
  type FieldTiers,
  fieldsAtTier,
  isAboveTier,
  tierOf,
  type WorkingSet,
  type WorkingSetItem,
} from '../../disclosure/index.ts';
import { type AuditEnvelope, type Block, type PromptPack, parsePack } from '../../disclosure/lens/index.ts';
import type { WorkingSetAudit } from '../../disclosure/oracle/index.ts';
import { type CanonicalValue, PenumbraError } from '../../kernel/index.ts';
import type { ExplainedItem, PackExplanationDocument, ToldItem, WithheldReason } from '../../report/index.ts';
import {
  isFileMeant,
  type PackQuery,
  type PlacedPack,
  queriedFile,
  requireOnePack,
  withPacks,
} from './find-packs.ts';
import type { ExplainedPack } from './read-working-set-file.ts';
import { openPackRebuilder, type RebuiltPack } from './rebuild-pack.ts';

type AuditedItem = WorkingSetAudit['items'][number];
type Placed = Pick<ToldItem, 'label' | 'channel'> & { readonly block: Block };

/** What keeps an item out of the working set entirely; the lens decides about the others. */
const outcomeReasons: Readonly<Record<AuditedItem['outcome'], WithheldReason | null>> = {
  offered: null,
  gist: null,
  locked: 'locked',
  'derived-lock': 'derived-lock',
  'told-to-nobody': 'told-to-nobody',
  cut: 'cut',
  outdated: 'outdated',
  'nothing-allowed': 'nothing-allowed',
  'input-locked': 'input-locked',
  'input-tiered': 'input-tiered',
};

/** Explains every item of an audit, or of the working set alone if there is no audit. */
export function explainPack(
  audit: Pick<WorkingSetAudit, 'items'> | null,
  { compiled, workingSet }: ExplainedPack,
): readonly ExplainedItem[] {
  const { consumer, ...pack } = parsePack(compiled.pack);
  const { partial_handles } = compiled.auditEnvelope;
  const placed = placeBlocks(pack, partial_handles);
  const excluded = new Map(compiled.auditEnvelope.excluded.map(({ handle, reason }) => [handle, reason]));
  const items = itemsByName(workingSet);
  return (audit?.items ?? itemsOf(workingSet)).map(({ outcome, by, ...item }): ExplainedItem => {
    const name = item.ordinal ?? item.handle;
    const hiddenFields = hiddenAt(items.get(name), workingSet, consumer);
    const found = placed.get(name);
    if (found !== undefined) return { ...item, isTold: true, ...describePlaced(found), hiddenFields };
    const reason = outcomeReasons[outcome] ?? reasonOf(excluded.get(name));
    return { ...item, isTold: false, reason, by: by ?? [], hiddenFields };
  });
}

/** Every offered item is either emitted or excluded; any other would be one that the lists do not allow. */
function reasonOf(reason: ExclusionReason | undefined): WithheldReason {
  return reason ?? 'not-allowed';
}

/** Locates the blocks of a pack by the handles of their items, whatever their names in the pack. */
function placeBlocks(
  { citations, truth, memory, task }: Pick<PromptPack, 'citations' | 'truth' | 'memory' | 'task'>,
  partial: AuditEnvelope['partial_handles'],
): ReadonlyMap<string, Placed> {
  const handles = new Map(Object.entries(partial));
  const labels = new Map(Object.entries(citations).map(([label, handle]) => [handle, label]));
  const place = (channel: Placed['channel'], blocks: readonly Block[]) =>
    blocks.map((block): [string, Placed] => [
      handles.get(block.handle) ?? block.handle,
      { label: labels.get(block.handle) ?? '', channel, block },
    ]);
  return new Map([...place('truth', truth), ...place('memory', memory), ...place('scene', task.scene)]);
}

function describePlaced({
  label,
  channel,
  block,
}: Placed): Pick<ToldItem, 'label' | 'channel' | 'form' | 'source' | 'events' | 'rules'> {
  const { source, event_ids: events, rule_refs: rules } = block.provenance;
  return { label, channel, form: block.form, source, events, rules };
}

/** Returns the fields above the consumer's tier for the item's entity, and those its table does not list. */
function hiddenAt(
  item: WorkingSetItem | undefined,
  { tiers: known }: WorkingSet,
  consumer: string,
): readonly string[] {
  if (item?.tiers === undefined) return [];
  const tier = item.entity === undefined ? 0 : tierOf(known, consumer, item.entity);
  const above = Object.entries(item.tiers).filter(([, needed]) => isAboveTier(needed, tier));
  return [...above.map(([field]) => field), ...unlistedIn(item.payload ?? item.gist ?? null, item.tiers)];
}

function unlistedIn(payload: CanonicalValue, tiers: FieldTiers): readonly string[] {
  if (typeof payload !== 'object' || payload === null) return [];
  const listed = Object.fromEntries(Object.keys(tiers).map((field) => [field, 0]));
  const told = fieldsAtTier(payload, listed, 0) ?? {};
  return Array.isArray(payload)
    ? []
    : Object.keys(payload).filter((key) => !Object.hasOwn(told as object, key));
}

function itemsByName(workingSet: WorkingSet): ReadonlyMap<string, WorkingSetItem> {
  const { facts_slice, state_slice, compactions_slice } = workingSet;
  return new Map([...facts_slice, ...state_slice, ...compactions_slice].map((item) => [item.handle, item]));
}

function itemsOf({ facts_slice, state_slice, compactions_slice }: WorkingSet): readonly AuditedItem[] {
  const audited = (type: AuditedItem['type'], items: readonly WorkingSetItem[]): readonly AuditedItem[] =>
    items.map(({ handle, kind, payload }) => ({
      handle,
      kind,
      type,
      outcome: payload === undefined ? 'gist' : 'offered',
    }));
  return [
    ...audited('fact', facts_slice),
    ...audited('state', state_slice),
    ...audited('compaction', compactions_slice),
  ];
}

/**
 * Explains one pack: for each item that could have been disclosed, whether it is in the pack, and why not.
 */
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

/** The explained pack must be the one the agent received. */
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
