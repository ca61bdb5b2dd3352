/**
 * What an agent holds of a workspace: the powers of its role, checked again with every use. A write carries the
 * agent and the registry it was checked against, so that a role taken away in between stops it.
 */
import type { FrameId } from '../../kernel/index.ts';
import type { Precondition, PutOutcome } from '../../ledger/index.ts';
import type { ReadFile } from '../derive/derive-file.ts';
import { produce } from '../derive/produce.ts';
import { type RegenerationScope, regenerate } from '../derive/regenerate.ts';
import { synthesize } from '../derive/synthesize.ts';
import { checkFrameInput } from '../frames/check-frame-input.ts';
import { framesToInvalidate, invalidateFrames } from '../frames/invalidate-frames.ts';
import { putNodeFrame } from '../frames/put-node-frame.ts';
import { type Agents, requireRole } from '../roles/agent-log.ts';
import type { RegisteredAgent, Role } from '../roles/role.ts';
import { ROOT_PATH } from '../scan/tree.ts';
import { preload } from './preload.ts';
import { plainPath } from './resolve-node.ts';
import type { Standpoint } from './standpoint.ts';
import type { ReaderPort, RegenerateOptions, SynthesisPort } from './workspace.ts';

/** What ports are made of. */
export type PortMeans = {
  readonly reader: ReaderPort;
  standpoint(): Promise<Standpoint>;
  /** Tells whether the last recorded scan found what was looked at. */
  isRecorded(): Promise<boolean>;
  /** Records what was looked at, unless that was done: what is written rests on recorded bytes. */
  ensureRecorded(): Promise<void>;
  agents(): Agents;
  refreshAgents(): Promise<void>;
  readonly read: ReadFile;
};

/** Creates the function from an agent to its port. */
export function createPorts(
  means: PortMeans,
): (agent: string | RegisteredAgent, needed?: Role) => SynthesisPort {
  return (agent, needed) => {
    const agentId = typeof agent === 'string' ? agent : agent.agentId;
    const expected = needed ?? (typeof agent === 'string' ? 'reader' : agent.role);
    requireRole(means.agents(), agentId, expected);
    return createPort(means, agentId);
  };
}

function createPort(means: PortMeans, agentId: string): SynthesisPort {
  const { reader, read } = means;

  /** Returns where to write from in a role; what is written from there holds only while the agent has it. */
  async function standpointIn(needed: Role): Promise<Standpoint> {
    requireRole(means.agents(), agentId, needed);
    await means.ensureRecorded();
    const standpoint = await means.standpoint();
    return { ...standpoint, conditions: [means.agents().isUnchanged, ...standpoint.conditions] };
  }

  /** Does work under the agent's role; where the registry or the record moved meanwhile, again. */
  async function write<Result extends object>(
    check: (standpoint: Standpoint) => Promise<unknown>,
    work: (standpoint: Standpoint) => Promise<Result | { unmet: Precondition }>,
  ): Promise<Result> {
    for (;;) {
      requireRole(means.agents(), agentId, 'writer');
      // Not even the scan is recorded for what is refused.
      if (!(await means.isRecorded())) await check(await means.standpoint());
      const outcome = await work(await standpointIn('writer'));
      if (!('unmet' in outcome)) return outcome;
      await means.refreshAgents();
    }
  }

  /** A wave that is overtaken looks again, and asks for the role again. */
  async function derive<Result>(work: (look: () => Promise<Standpoint>) => Promise<Result>): Promise<Result> {
    return work(async () => {
      await means.refreshAgents();
      return standpointIn('synthesis');
    });
  }

  return {
    ...reader,
    async putFrame(given) {
      const input = { ...given, path: plainPath(given.path) };
      return write<PutOutcome>(
        (standpoint) => checkFrameInput(standpoint, input, agentId),
        (standpoint) => putNodeFrame(standpoint, input, agentId),
      );
    },
    async invalidate(given) {
      const request = 'path' in given ? { ...given, path: plainPath(given.path) } : given;
      return write<readonly FrameId[]>(
        (standpoint) => framesToInvalidate(standpoint, request),
        (standpoint) => invalidateFrames(standpoint, request, agentId),
      );
    },
    synthesize: ({ path, type, output = type, policy, recursive = false, onProgress }) =>
      derive((look) =>
        synthesize(recursive ? async () => preload(await look()) : look, {
          directory: plainPath(path),
          recipe: {
            inputType: type,
            outputType: output,
            policy: policy ?? { policy: 'concatenation', version: 1 },
          },
          agent: agentId,
          isRecursive: recursive,
          read,
          ...(onProgress && { onProgress }),
        }),
      ),
    regenerate: (options = {}) =>
      derive((look) => {
        const scope = scopeOf(options);
        const isWhole = 'isRecursive' in scope && scope.isRecursive;
        const from = isWhole ? async () => preload(await look()) : look;
        return regenerate(from, {
          scope,
          read,
          ...(options.onProgress && { onProgress: options.onProgress }),
          ...(options.onMove && { onMove: options.onMove }),
        });
      }),
    produce: ({ path, types, onProgress }) =>
      derive((look) =>
        produce(async () => preload(await look()), {
          path: plainPath(path),
          types,
          read,
          ...(onProgress && { onProgress }),
        }),
      ),
  };
}

function scopeOf({ path, recursive, changed }: RegenerateOptions): RegenerationScope {
  if (changed) return { changed: changed.map(plainPath) };
  // Without a path the whole workspace is meant.
  return { path: plainPath(path ?? ROOT_PATH), isRecursive: recursive ?? path === undefined };
}
