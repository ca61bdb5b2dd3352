/** Compiles a pack again from the ledger alone: oracle, working set, lens. Nothing is written. */
import { parseWorkingSet } from '../../disclosure/index.ts';
import { compilePromptPack } from '../../disclosure/lens/index.ts';
import {
  type ComposedFrame,
  composeFrame,
  createOracle,
  definePolicy,
  type Oracle,
  type OraclePolicy,
  type PolicyDraft,
  rebuildWorkingSet,
  type WorkingSetAudit,
  withDirectives,
} from '../../disclosure/oracle/index.ts';
import { COURT_VIEW } from '../../engine/index.ts';
import {
  findRunRecord,
  openReveal,
  type PackRequestDocument,
  parsePackRequest,
  type RequestedFrame,
  type RunSecrets,
  revealer,
} from '../../investigation/run/index.ts';
import {
  type CanonicalValue,
  digestOf,
  type Id,
  PenumbraError,
  parseCanonical,
  shortId,
} from '../../kernel/index.ts';
import { type FrameRecord, type Ledger, readFrames, type StoreReader } from '../../ledger/index.ts';
import { caseSubject } from '../../pipeline/index.ts';
import type { PlacedPack } from './find-packs.ts';
import type { ExplainedPack } from './read-working-set-file.ts';

/** A recompiled pack, with the information reserved for auditors. */
export type RebuiltPack = ExplainedPack & {
  /** Explains the fate of everything that could have been disclosed; computed on demand. */
  audit(): WorkingSetAudit;
};

/** Recompiles packs. */
export type PackRebuilder = {
  /** Returns the pack as compiled today, or null if it was made before requests were recorded. */
  rebuild(pack: PlacedPack): Promise<RebuiltPack | null>;
};

/** Opens a rebuilder of packs; the oracle of each case is read once. */
export function openPackRebuilder(ledger: Ledger): PackRebuilder {
  const { store, clock } = ledger;
  const findOrigin = createOriginFinder(ledger);
  const oracles = new Map<string, Oracle>();
  let reveal: RunSecrets['reveal'] | undefined;
  return {
    async rebuild(pack) {
      const world = caseSubject(await findOrigin(pack), pack.case).id;
      const oracle = oracles.get(world) ?? createOracle(store, { world, clock });
      oracles.set(world, oracle);
      const request = await findRequest(ledger, oracle, pack);
      if (request === null) return null;
      const { cursor, consumer, style } = request;
      const policy = await readPackPolicy(store, request);
      const frames = await recomposeFrames(ledger, request.frames);
      // Unusable keys count as none: a pack is the same without them, unless something in it had to be
      // locked.
      reveal ??= await openReveal().catch(() => revealer(() => null));
      const { set, audit } = await rebuildWorkingSet(oracle, cursor, policy, { frames, reveal });
      const compiled = compilePromptPack(set, { consumer, guard: set.guard, style });
      return { compiled, workingSet: parseWorkingSet(set), audit };
    },
  };
}

async function findRequest(
  { store }: Ledger,
  oracle: Oracle,
  { hash }: PlacedPack,
): Promise<PackRequestDocument | null> {
  const { state } = await oracle.read();
  const id = [...state.packs.values()].find((recorded) => recorded.hash === hash)?.request ?? null;
  if (id === null) return null;
  const [bytes] = await store.getMany([id]);
  const request = bytes ? parsePackRequest(parseCanonical(bytes)) : null;
  if (request !== null) return request;
  throw new PenumbraError('store-damaged', 'what the pack was asked for is missing or cannot be read', {
    data: { pack: hash, request: id },
    hint: 'run `penumbra validate`; a newer program may have written it',
  });
}

/** Finds the run in which a pack was compiled. */
type FindOrigin = (pack: PlacedPack) => Promise<Id<'run'>>;

type KnownFork = { readonly run: Id<'run'>; readonly kept: ReadonlyMap<string, number> } | null;

/** Makes a finder of the origins of packs; the record of each run is read once. */
function createOriginFinder(ledger: Ledger): FindOrigin {
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

/** Returns the policy of a request, or throws `store-damaged` if a document is missing. */
async function readPackPolicy(
  store: StoreReader,
  { policy_ids, pins, directives }: Pick<PackRequestDocument, 'policy_ids' | 'pins' | 'directives'>,
): Promise<OraclePolicy> {
  const ids = {
    maskMatrix: policy_ids.mask_matrix_id,
    ordering: policy_ids.ordering_policy_id,
    truncation: policy_ids.truncation_policy_id,
    budget: policy_ids.budget_policy_id,
    compaction: policy_ids.compaction_policy_id,
  };
  const parts: { [part: string]: unknown } = { pins };
  for (const [part, id] of Object.entries(ids)) parts[part] = await readDocument(store, id as Id<'policy'>);
  return withDirectives(definePolicy(parts as PolicyDraft), directives);
}

async function readDocument(store: StoreReader, id: Id<'policy'>): Promise<unknown> {
  const [bytes] = await store.getMany([digestOf(id)]);
  if (bytes) return parseCanonical(bytes);
  throw new PenumbraError('store-damaged', `${id} is missing, under which a pack was compiled`, {
    data: { object: id },
    hint: 'run `penumbra validate`, and import an export that still has it',
  });
}

/** Composes the frames of a request again, or throws `frame-not-found` if the content of one is gone. */
async function recomposeFrames(
  { store, types }: Ledger,
  requested: readonly RequestedFrame[],
): Promise<readonly ComposedFrame[]> {
  const records = await readFrames(
    store,
    requested.map(({ handle }) => handle),
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  return requested.map((frame) => {
    const record = byId.get(frame.handle);
    const composed = record && composeFrame(record, types.get(record.frame?.type ?? ''), frame.is_stale);
    if (!record || !composed) throw goneFrame(frame);
    return {
      ...composed,
      kind: frame.kind,
      slice: frame.slice,
      payload: shownPayload(record, composed.payload),
    };
  });
}

/** A block shown to a seat of the court is stored with its kind, but a pack contains only its payload. */
function shownPayload({ frame }: FrameRecord, content: CanonicalValue): CanonicalValue {
  if (frame?.type !== COURT_VIEW) return content;
  return (content as { readonly payload: CanonicalValue }).payload;
}

function goneFrame({ handle }: RequestedFrame): PenumbraError {
  return new PenumbraError(
    'frame-not-found',
    `the record ${shortId(handle)} is gone, which the pack told of`,
    {
      data: { frame: handle },
      hint: 'import an export of the ledger that still has it',
    },
  );
}
