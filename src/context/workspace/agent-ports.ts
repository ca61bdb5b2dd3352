/**
 * What an agent holds of a workspace: the powers of its role, checked again with every use. A write carries the
 * agent and the registry it was checked against, so that a role taken away in between stops it.
 */
import { type FrameId, PenumbraError } from '../../kernel/index.ts';
import {
  basisIdFor,
  everyEntry,
  type FrameDraft,
  frameLog,
  frameLogValue,
  type LogEntry,
  type Precondition,
  type PutOutcome,
  tryPutFrame,
} from '../../ledger/index.ts';
import type { ReadFile } from '../derive/derive-file.ts';
import { produce } from '../derive/produce.ts';
import { type RegenerationScope, regenerate } from '../derive/regenerate.ts';
import { synthesize } from '../derive/synthesize.ts';
import { checkFrameInput, type FrameInput } from '../frames/check-frame-input.ts';
import { framesToInvalidate, invalidateFrames } from '../frames/invalidate-frames.ts';
import { attestation, isDoubted } from '../freshness/frame-status.ts';
import { type Agents, requireRole } from '../roles/agent-log.ts';
import type { RegisteredAgent, Role } from '../roles/role.ts';
import { ROOT_PATH } from '../scan/tree.ts';
import { ALL_TYPES } from '../synthesis/recipe.ts';
import { BUILT_IN_VERSION, type SynthesisPolicy } from '../synthesis/synthesis-policy.ts';
import { preload } from './preload.ts';
import { plainPath } from './resolve-node.ts';
import type { Standpoint } from './standpoint.ts';
import type { ReaderPort, RegenerateOptions, SynthesisPort, WriterPort } from './workspace.ts';
import type { WorkspaceScanner } from './workspace-scanner.ts';

/** What ports are made of. */
export type PortServices = {
  readonly reader: ReaderPort;
  standpoint(): Promise<Standpoint>;
  /** Records what was looked at before something is written, which rests on recorded bytes. */
  readonly scanner: Pick<WorkspaceScanner, 'isRecorded' | 'ensureRecorded'>;
  agents(): Agents;
  refreshAgents(): Promise<void>;
  readonly read: ReadFile;
};

/** Creates the function from an agent to its port. */
export function createPorts(
  means: PortServices,
): (agent: string | RegisteredAgent, needed?: Role) => SynthesisPort {
  return (agent, needed) => {
    const agentId = typeof agent === 'string' ? agent : agent.agentId;
    const expected = needed ?? (typeof agent === 'string' ? 'reader' : agent.role);
    requireRole(means.agents(), agentId, expected);
    const own = { ...means, agentId };
    return { ...means.reader, ...writingPowers(own), ...derivingPowers(own) };
  };
}

type AgentServices = PortServices & { readonly agentId: string };

function writingPowers(means: AgentServices): Omit<WriterPort, keyof ReaderPort> {
  const { agentId } = means;
  return {
    async putFrame(given) {
      requireObject(given, 'invalid-frame');
      const input = { ...given, path: plainPath(given.path) };
      return write<PutOutcome>(means, {
        check: (standpoint) => checkFrameInput(standpoint, input, agentId),
        work: (standpoint) => putNodeFrame(standpoint, input, agentId),
      });
    },
    async invalidate(given) {
      requireObject(given);
      const request = 'path' in given ? { ...given, path: plainPath(given.path) } : given;
      return write<readonly FrameId[]>(means, {
        check: (standpoint) => framesToInvalidate(standpoint, request),
        work: (standpoint) => invalidateFrames(standpoint, request, agentId),
      });
    },
  };
}

function derivingPowers(means: AgentServices): Omit<SynthesisPort, keyof WriterPort> {
  const { agentId, read } = means;
  /** A wave that is overtaken looks again, and asks for the role again. */
  const look = async () => {
    await means.refreshAgents();
    return standpointIn(means, 'synthesis');
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

/** Programs without types may pass anything. */
function requireObject(given: unknown, code: 'usage' | 'invalid-frame' = 'usage'): void {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return;
  throw new PenumbraError(code, 'what is asked for is not an object', {
    hint: 'pass one object with named fields, for instance { path, type }',
  });
}

type Writing<Result> = {
  /** Refuses what cannot be written. */
  check(standpoint: Standpoint): Promise<unknown>;
  work(standpoint: Standpoint): Promise<Result | { readonly unmet: Precondition }>;
};

/** Does work under the agent's role; where the registry or the record moved meanwhile, again. */
async function write<Result extends object>(
  means: AgentServices,
  { check, work }: Writing<Result>,
): Promise<Result> {
  for (;;) {
    requireRole(means.agents(), means.agentId, 'writer');
    // Not even the scan is recorded for what is refused.
    if (!(await means.scanner.isRecorded())) await check(await means.standpoint());
    const outcome = await work(await standpointIn(means, 'writer'));
    if (!('unmet' in outcome)) return outcome;
    await means.refreshAgents();
  }
}

/** Returns where to write from in a role; what is written from there holds only while the agent has it. */
async function standpointIn(means: AgentServices, needed: Role): Promise<Standpoint> {
  requireRole(means.agents(), means.agentId, needed);
  await means.scanner.ensureRecorded();
  const standpoint = await means.standpoint();
  return { ...standpoint, conditions: [means.agents().isUnchanged, ...standpoint.conditions] };
}

function scopeOf({ path, recursive, changed }: RegenerateOptions): RegenerationScope {
  if (changed) return { changed: changed.map(plainPath) };
  // Without a path the whole workspace is meant.
  return { path: plainPath(path ?? ROOT_PATH), isRecursive: recursive ?? path === undefined };
}

/** What putting came to, or the condition of the standpoint that does not hold any more. */
type NodePutOutcome = PutOutcome | { readonly unmet: Precondition };

/** Puts a frame by an agent. */
async function putNodeFrame(
  standpoint: Standpoint,
  input: FrameInput,
  agentId: string,
): Promise<NodePutOutcome> {
  const draft = await checkFrameInput(standpoint, input, agentId);
  const put = await tryPutFrame(standpoint.ledger, draft, standpoint.conditions);
  const outcome = 'unmet' in put || put.isNew ? put : await placeAnew(standpoint, draft, put);
  if ('frameId' in outcome) await reaffirm(standpoint, draft, outcome);
  return outcome;
}

/** A frame that stands in its log only for what had the path before is written again for what has it now. */
async function placeAnew(
  { ledger: { store, clock }, lineage, standing, conditions }: Standpoint,
  { subject, type }: FrameDraft,
  { frameId }: PutOutcome,
): Promise<NodePutOutcome> {
  const [life] = (await lineage(subject.id)).segments;
  const [log, value] = [frameLog(subject, type), frameLogValue(frameId)];
  const isHere = (entry: LogEntry | null) => entry?.value === value && entry.stamp > (life?.fromStamp ?? 0);
  // What was put last is mostly what is put again, and it is found without reading the rest.
  if (isHere(await store.head(log))) return { frameId, isNew: false };
  if ((await standing(subject.id)).some((place) => place.frameId === frameId))
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

/** A frame that was declared invalid and is written again as it was holds again. */
async function reaffirm(
  { ledger, standings }: Standpoint,
  { subject, basis }: FrameDraft,
  { frameId }: PutOutcome,
): Promise<void> {
  const standing = (await standings(subject)).get(frameId);
  const basisId = basisIdFor(basis);
  if (!isDoubted(standing, basisId)) return;
  await ledger.store.commit({ atMs: ledger.clock.now(), appends: [attestation(subject, frameId, basisId)] });
}
