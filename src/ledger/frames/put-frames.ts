/**
 * Appends many frames in few batches, as if one after the other. A group of drafts is written as one batch
 * whose preconditions hold for all of them at once. If that fails for any reason other than a moved head, the
 * group is written one by one, so that errors are those of `putFrame` for the draft at fault.
 */
import {
  assertInvariant,
  type ContentId,
  digestOf,
  type FrameId,
  limits,
  PenumbraError,
  type Sha256,
} from '../../kernel/index.ts';
import type { Batch, IndexEntry, Precondition } from '../store/batch.ts';
import type { StoreReader } from '../store/store.ts';
import type { Ledger } from './frame-type.ts';
import { type FrameDraft, frameBatch, type PutOutcome, putFrame } from './put-frame.ts';

/** A draft with the batch that would write it alone. */
type Prepared = {
  readonly draft: FrameDraft;
  readonly frameId: FrameId;
  readonly contentId: ContentId;
  readonly batch: Required<Batch>;
  /** The condition under which the frame is new: the last precondition of its batch. */
  readonly isNew: Precondition;
  /** The log or index place that shows whether the frame exists already, and the value found there if so. */
  readonly place: string;
  readonly value: string;
};

/** Values already known, by place. */
type Present = ReadonlyMap<string, string>;

type Plan = {
  readonly batch: Batch;
  readonly outcomes: readonly PutOutcome[];
  /** The contents of frames that already exist. */
  readonly passed: readonly ContentId[];
};

/** Larger transactions would block other writers for too long. */
const GROUP_BYTES = 16 * 1024 * 1024;
/** How often a group is retried because others wrote meanwhile. */
const ATTEMPTS = 4;
/** The number of ids that differ only in their last digit. */
const HEX_DIGITS = 16;
const NONE: Present = new Map();
/** Errors of a single draft that reject the whole batch. */
const draftFaults: readonly string[] = ['erased', 'limit-exceeded'];

/**
 * Appends frames in order, as repeated `putFrame` calls would: a rejected draft stops the rest, and those
 * before it stay written.
 */
export async function putFrames(
  ledger: Ledger,
  drafts: readonly FrameDraft[],
): Promise<readonly PutOutcome[]> {
  const outcomes: PutOutcome[] = [];
  for (const group of groupsOf(ledger, drafts.map(takeDraft))) {
    for (const outcome of await putGroup(ledger, group)) outcomes.push(outcome);
  }
  return outcomes;
}

/** Copies a draft's bytes, as the caller may reuse its buffer while earlier groups are written. */
function takeDraft(draft: FrameDraft): FrameDraft {
  return draft.content instanceof Uint8Array ? { ...draft, content: new Uint8Array(draft.content) } : draft;
}

/**
 * Splits drafts into groups that fit into a batch. An invalid draft throws after the ones before it were
 * yielded.
 */
function* groupsOf(ledger: Ledger, drafts: readonly FrameDraft[]): Generator<readonly Prepared[]> {
  let group: Prepared[] = [];
  let operations = 0;
  let bytes = 0;
  for (const draft of drafts) {
    let prepared: Prepared;
    try {
      prepared = prepare(ledger, draft);
    } catch (error) {
      yield group;
      throw error;
    }
    const size = sizeOf(prepared.batch);
    const isFull = operations + size.operations > limits.batchOperations || bytes + size.bytes > GROUP_BYTES;
    if (isFull && group.length > 0) {
      yield group;
      [group, operations, bytes] = [[], 0, 0];
    }
    group.push(prepared);
    operations += size.operations;
    bytes += size.bytes;
  }
  yield group;
}

function prepare(ledger: Ledger, draft: FrameDraft): Prepared {
  const { batch, frameId, contentId } = frameBatch(ledger, draft);
  const { atMs, requires = [], puts = [], appends = [], adds = [] } = batch;
  const isNew = requires.at(-1);
  assertInvariant(isNew, 'a frame is put on a condition');
  const place = placeOf(isNew);
  const value = 'value' in isNew && isNew.value !== null ? isNew.value : frameId;
  return { draft, frameId, contentId, isNew, place, value, batch: { atMs, requires, puts, appends, adds } };
}

function sizeOf({ requires, puts, appends, adds }: Required<Batch>) {
  return {
    operations: requires.length + puts.length + appends.length + adds.length,
    bytes: puts.reduce((total, object) => total + object.bytes.length, 0),
  };
}

async function putGroup(ledger: Ledger, group: readonly Prepared[]): Promise<readonly PutOutcome[]> {
  for (let attempt = 0; attempt < ATTEMPTS && group.length > 1; attempt++) {
    // Most groups are entirely new, and the first attempt checks that for free.
    const present = attempt === 0 ? NONE : await readPresent(ledger.store, group);
    const plan = planGroup(group, present);
    if (plan.passed.length > 0 && (await hasErased(ledger.store, plan.passed))) break;
    const end = await commitPlan(ledger, plan);
    if (end === 'committed') return plan.outcomes;
    if (end === 'refused') break;
  }
  const outcomes: PutOutcome[] = [];
  for (const { draft } of group) outcomes.push(await putFrame(ledger, draft));
  return outcomes;
}

async function commitPlan({ store }: Ledger, { batch }: Plan): Promise<'committed' | 'moved' | 'refused'> {
  try {
    const outcome = await store.commit(batch);
    if (outcome.committed) return 'committed';
    return outcome.unmet.kind === 'object-present' ? 'refused' : 'moved';
  } catch (error) {
    if (error instanceof PenumbraError && draftFaults.includes(error.code)) return 'refused';
    throw error;
  }
}

/** Merges the batches of a group into one; later drafts see the writes of earlier ones. */
function planGroup(group: readonly Prepared[], found: Present): Plan {
  const present = new Map(found);
  const requires = new Map<string, Precondition>();
  const kept = new Map<Sha256, Prepared>();
  const parts: Prepared[] = [];
  const passed: ContentId[] = [];
  const outcomes = group.map((prepared): PutOutcome => {
    const { frameId, contentId, isNew, place, value, batch } = prepared;
    for (const input of batch.requires)
      if (input.kind === 'object-present' && !kept.has(input.id)) requires.set(input.id, input);
    const stands = present.get(place) === value;
    // Only the first draft at a place depends on the stored value; later ones depend on the draft before
    // them.
    if (!requires.has(place)) requires.set(place, stands ? opposite(isNew) : isNew);
    present.set(place, value);
    if (!stands) kept.set(digestOf(frameId), prepared);
    if (!stands) parts.push(prepared);
    else if (!kept.has(digestOf(frameId))) passed.push(contentId);
    return { frameId, isNew: !stands };
  });
  return { outcomes, passed, batch: joinBatches(parts, { requires, atMs: group[0]?.batch.atMs ?? 0 }) };
}

function joinBatches(
  parts: readonly Prepared[],
  { requires, atMs }: { readonly requires: ReadonlyMap<string, Precondition>; readonly atMs: number },
): Batch {
  const objects = parts.flatMap(({ batch }) => batch.puts.map((object) => [object.id, object] as const));
  return {
    atMs,
    requires: [...requires.values()],
    puts: [...new Map(objects).values()],
    appends: parts.flatMap(({ batch }) => batch.appends),
    adds: parts.flatMap(({ batch }) => batch.adds),
  };
}

/** Returns a unique key for a place; names have no spaces, so keys cannot collide. */
function placeOf(condition: Precondition): string {
  if ('log' in condition) return condition.log;
  return 'index' in condition ? `${condition.index} ${condition.key} ${condition.member}` : condition.id;
}

function opposite(condition: Precondition): Precondition {
  if (condition.kind === 'head-is-not') return { ...condition, kind: 'head-is' };
  return condition.kind === 'member-absent' ? { ...condition, kind: 'member-present' } : condition;
}

async function readPresent(store: StoreReader, group: readonly Prepared[]): Promise<Present> {
  const conditions = new Map(group.map((prepared) => [prepared.place, prepared]));
  const found = new Map<string, string>();
  const look = async ({ isNew, place, value }: Prepared): Promise<void> => {
    if ('index' in isNew) return void ((await hasMember(store, isNew)) && found.set(place, value));
    const head = await store.head(place);
    if (head) found.set(place, head.value);
  };
  await Promise.all(Array.from(conditions.values(), look));
  return found;
}

/**
 * Pages from the member without its last digit, which sorts just before it and the few ids that share the
 * rest.
 */
async function hasMember(store: StoreReader, { index, key, member }: IndexEntry): Promise<boolean> {
  const near = await store.listMembers(index, key, { after: member.slice(0, -1), limit: HEX_DIGITS });
  return near.includes(member);
}

/**
 * Checks whether any content was erased and may not be written again; an existing content has no tombstone.
 */
async function hasErased(store: StoreReader, contents: readonly ContentId[]): Promise<boolean> {
  const ids = contents.map(digestOf);
  const isThere = await store.hasMany(ids);
  const gone = ids.filter((_, position) => !isThere[position]);
  const tombstones = await Promise.all(gone.map((id) => store.tombstone(id)));
  return tombstones.some((tombstone) => tombstone?.reason === 'erased');
}
