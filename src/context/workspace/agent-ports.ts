/**
 * What an agent may do in a workspace: the methods of its role, which is checked on every call. Writes are
 * conditional on the registry that was checked, so a role revoked meanwhile prevents them.
 */
import { type FrameId, isRecord, PenumbraError } from '../../kernel/index.ts';
import {
  basisIdFor,
  everyEntry,
  type FrameDraft,
  frameLog,
  frameLogValue,
  type LogEntry,
  type Precondition,
  type PutOutcome,
  putPreparedFrame,
} from '../../ledger/index.ts';
import type { ReadFile } from '../derive/derive-node.ts';
import { produce } from '../derive/produce.ts';
import { type RegenerationScope, regenerate } from '../derive/regenerate.ts';
import { synthesize } from '../derive/synthesize.ts';
import { plainPath } from '../frames/resolve-node.ts';
import {
  checkFrameInput,
  type FrameInput,
  framesToInvalidate,
  invalidateFrames,
} from '../frames/write-frames.ts';
import { ROOT_PATH } from '../scan/tree-ids.ts';
import { attestation, isInvalidated } from '../snapshot/frame-places.ts';
import { preload, type Snapshot } from '../snapshot/snapshot.ts';
import { ALL_TYPES } from '../synthesis/recipe.ts';
import { BUILT_IN_VERSION, type SynthesisPolicy } from '../synthesis/synthesis-policy.ts';
import { type Agents, type RegisteredAgent, type Role, requireRole } from './registry.ts';
import type { ReaderPort, RegenerateOptions, SynthesisPort, WriterPort } from './workspace.ts';
import type { WorkspaceScanner } from './workspace-scanner.ts';

/** The parts that ports are made from. */
export type PortServices = {
  readonly reader: ReaderPort;
  snapshot(): Promise<Snapshot>;
  /** Records the scan before anything is written that depends on its bytes. */
  readonly scanner: Pick<WorkspaceScanner, 'isRecorded' | 'ensureRecorded'>;
  agents(): Agents;
  refreshAgents(): Promise<void>;
  readonly read: ReadFile;
};

/** Returns a function from an agent to its port. */
export function createPorts(
  services: PortServices,
): (agent: string | RegisteredAgent, needed?: Role) => SynthesisPort {
  return (agent, needed) => {
    const agentId = typeof agent === 'string' ? agent : agent.agentId;
    const expected = needed ?? (typeof agent === 'string' ? 'reader' : agent.role);
    requireRole(services.agents(), agentId, expected);
    const own = { ...services, agentId };
    return { ...services.reader, ...writerMethods(own), ...synthesisMethods(own) };
  };
}

type AgentServices = PortServices & { readonly agentId: string };

function writerMethods(services: AgentServices): Omit<WriterPort, keyof ReaderPort> {
  const { agentId } = services;
  return {
    async putFrame(given) {
      requireObject(given, 'invalid-frame');
      const input = { ...given, path: plainPath(given.path) };
      return write<PutOutcome>(services, {
        check: (snapshot) => checkFrameInput(snapshot, input, agentId),
        work: (snapshot) => putNodeFrame(snapshot, input, agentId),
      });
    },
    async invalidate(given) {
      requireObject(given);
      const request = 'path' in given ? { ...given, path: plainPath(given.path) } : given;
      return write<readonly FrameId[]>(services, {
        check: (snapshot) => framesToInvalidate(snapshot, request),
        work: (snapshot) => invalidateFrames(snapshot, request, agentId),
      });
    },
  };
}

function synthesisMethods(services: AgentServices): Omit<SynthesisPort, keyof WriterPort> {
  const { agentId, read } = services;
  /** A wave that is overtaken takes a new snapshot and checks the role again. */
  const look = async () => {
    await services.refreshAgents();
    return snapshotIn(services, 'synthesis');
  };
  const lookAhead = async () => preload(await look());
  return {
    async synthesize(given) {
      requireObject(given);
      const { path, type, output = type, policy = CONCATENATION, recursive = false, onProgress } = given;
      if (type === ALL_TYPES && given.output === undefined) throw outputMissing();
      return synthesize(recursive ? lookAhead : look, {
        directory: plainPath(path),
        recipe: { inputType: type, outputType: output, policy },
        agent: agentId,
        isRecursive: recursive,
        read,
        onProgress,
      });
    },
    async regenerate(given = {}) {
      requireObject(given);
      const { onProgress, onMove, ...options } = given;
      const scope = scopeOf(options);
      const isWhole = 'isRecursive' in scope && scope.isRecursive;
      return regenerate(isWhole ? lookAhead : look, { scope, read, onProgress, onMove });
    },
    async produce(given) {
      requireObject(given);
      const { path, types, onProgress } = given;
      if (!Array.isArray(types)) throw new PenumbraError('usage', '`types` is not a list of names');
      return produce(lookAhead, { path: plainPath(path), types, read, onProgress });
    },
  };
}

const CONCATENATION: SynthesisPolicy = { policy: 'concatenation', version: BUILT_IN_VERSION };

function outputMissing(): PenumbraError {
  return new PenumbraError(
    'usage',
    '`output` is missing: records of all types make one of a type of its own',
    {
      hint: 'name the type of what is made as `output`, on the command line with --output',
    },
  );
}

/** Untyped callers may pass anything. */
function requireObject(given: unknown, code: 'usage' | 'invalid-frame' = 'usage'): void {
  if (isRecord(given)) return;
  throw new PenumbraError(code, 'what is asked for is not an object', {
    hint: 'pass one object with named fields, for instance { path, type }',
  });
}

type Writing<Result> = {
  /** Throws if the write is not allowed. */
  check(snapshot: Snapshot): Promise<unknown>;
  work(snapshot: Snapshot): Promise<Result | { readonly unmet: Precondition }>;
};

/** Writes under the agent's role; retries if the registry or the record changed meanwhile. */
async function write<Result extends object>(
  services: AgentServices,
  { check, work }: Writing<Result>,
): Promise<Result> {
  for (;;) {
    const agents = services.agents();
    requireRole(agents, services.agentId, 'writer');
    // Check first, so that a rejected write does not even record the scan.
    if (!(await services.scanner.isRecorded())) {
      await check(await services.snapshot());
      await services.scanner.ensureRecorded();
    }
    const outcome = await work(await snapshotUnder(agents, services));
    if (!('unmet' in outcome)) return outcome;
    await services.refreshAgents();
  }
}

/** Returns a snapshot for writing in a role; writes succeed only while the agent has it. */
async function snapshotIn(services: AgentServices, needed: Role): Promise<Snapshot> {
  const agents = services.agents();
  requireRole(agents, services.agentId, needed);
  await services.scanner.ensureRecorded();
  return snapshotUnder(agents, services);
}

/** Returns a snapshot whose writes succeed only while the registry is unchanged. */
async function snapshotUnder({ isUnchanged }: Agents, services: AgentServices): Promise<Snapshot> {
  const snapshot = await services.snapshot();
  return { ...snapshot, conditions: [isUnchanged, ...snapshot.conditions] };
}

function scopeOf({ path, recursive, changed }: RegenerateOptions): RegenerationScope {
  if (changed) return { changed: changed.map(plainPath) };
  // Without a path, the whole workspace.
  return { path: plainPath(path ?? ROOT_PATH), isRecursive: recursive ?? path === undefined };
}

/** The result of a write, or the precondition of the snapshot that no longer holds. */
type NodePutOutcome = PutOutcome | { readonly unmet: Precondition };

/** Writes a frame by an agent. */
async function putNodeFrame(snapshot: Snapshot, input: FrameInput, agentId: string): Promise<NodePutOutcome> {
  const { draft, ...prepared } = await checkFrameInput(snapshot, input, agentId);
  const put = await putPreparedFrame(snapshot.ledger, prepared, snapshot.conditions);
  const outcome = 'unmet' in put || put.isNew ? put : await placeAnew(snapshot, draft, put);
  if ('frameId' in outcome) await reaffirm(snapshot, draft, outcome);
  return outcome;
}

/** Writes a frame again if its entry belongs to the path's former file. */
async function placeAnew(
  { ledger: { store, clock }, lineage, current, conditions }: Snapshot,
  { subject, type }: FrameDraft,
  { frameId }: PutOutcome,
): Promise<NodePutOutcome> {
  const [life] = (await lineage(subject.id)).segments;
  const [log, value] = [frameLog(subject, type), frameLogValue(frameId)];
  const isHere = (entry: LogEntry | null) => entry?.value === value && entry.stamp > (life?.fromStamp ?? 0);
  // Usually the last frame is written again, and checking the head avoids reading the rest.
  if (isHere(await store.head(log))) return { frameId, isNew: false };
  if ((await current(subject.id)).some((place) => place.frameId === frameId))
    return { frameId, isNew: false };
  let length = 0;
  for await (const entry of everyEntry(store, log)) {
    if (isHere(entry)) return { frameId, isNew: false };
    length = entry.sequence;
  }
  const requires: Precondition[] = [...conditions, { kind: 'log-length', log, length }];
  const outcome = await store.commit({ atMs: clock.now(), requires, appends: [{ log, value }] });
  return outcome.committed ? { frameId, isNew: true } : { unmet: outcome.unmet };
}

/** An invalidated frame that is written again unchanged becomes valid again. */
async function reaffirm(
  { ledger, statuses }: Snapshot,
  { subject, basis }: FrameDraft,
  { frameId }: PutOutcome,
): Promise<void> {
  const status = (await statuses(subject)).get(frameId);
  const basisId = basisIdFor(basis);
  if (!isInvalidated(status, basisId)) return;
  await ledger.store.commit({ atMs: ledger.clock.now(), appends: [attestation(subject, frameId, basisId)] });
}
