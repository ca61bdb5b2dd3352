/** Assembles a workspace: one ledger, one file scanner, and the services for reading both. */
import { defineFrameTypes, type Ledger, resolveId, validateLedger } from '../../ledger/index.ts';
import { type ComposeServices, composeContext } from '../compose/compose-context.ts';
import type { ContextReader } from '../compose/gather-current.ts';
import type { ReadFile } from '../derive/derive-node.ts';
import { explainFrame, explainPath } from '../frames/explain.ts';
import { checkView, isInRange, readHistory, readNode, readPlaced } from '../frames/read-node.ts';
import { namesFrame, plainPath, resolveNode } from '../frames/resolve-node.ts';
import { createJudge } from '../freshness/judge.ts';
import { findRoot } from '../lineage/scan-log.ts';
import { diffTrees } from '../lineage/stored-trees.ts';
import type { OutsideProducer, Producer } from '../producers/producer.ts';
import { createSnapshot, preload, type Snapshot } from '../snapshot/snapshot.ts';
import type { CustomPolicies } from '../synthesis/custom-policies.ts';
import { createPorts } from './agent-ports.ts';
import { readStatus } from './read-status.ts';
import { type Agents, addType, readAgents, registerAgent } from './registry.ts';
import type { KeepFrames, ReaderPort, Workspace } from './workspace.ts';
import { createWorkspaceScanner, type ScanFiles } from './workspace-scanner.ts';

/** The parts of a workspace. */
export type WorkspaceServices = {
  readonly ledger: Ledger;
  /** Scans the files; given hints and an earlier scan, only where something may have changed. */
  readonly scan: ScanFiles;
  readonly read: ReadFile;
  readonly producers?: readonly Producer[];
  /** Producers of root frames based on something outside the tree. */
  readonly outside?: readonly OutsideProducer[];
  readonly policies?: CustomPolicies | undefined;
  readonly compose?: ComposeServices;
  /** Returns the current value of something outside, null if it has none, undefined if nobody observes it. */
  observe?(name: string): Promise<string | null | undefined>;
};

/** Creates a workspace; closing it closes the ledger's store. */
export async function createWorkspace(services: WorkspaceServices): Promise<Workspace> {
  const { store } = services.ledger;
  const producers = byName(services.producers);
  const outside = byName(services.outside);
  const scanner = createWorkspaceScanner(services.ledger, services.scan);
  let ledger = services.ledger;
  let agents: Agents = await readAgents(store);

  const refreshAgents = async () => {
    agents = await readAgents(store);
  };
  const snapshot = async (): Promise<Snapshot> => {
    const scans = await scanner.scans();
    return createSnapshot({
      ledger,
      tree: scanner.last().tree,
      scans,
      pending: await scanner.pendingRenames(scans),
      producers,
      outside,
      policies: services.policies ?? new Map(),
      observe: services.observe ?? (async () => undefined),
    });
  };
  const reader = createReader({ snapshot, compose: services.compose });
  const portServices = {
    reader,
    snapshot,
    scanner,
    agents: () => agents,
    refreshAgents,
    read: services.read,
  };

  return {
    ...reader,
    async scan(options = {}) {
      const scan = scanner.look(options);
      const { recorded, isNew, changes } = await scanner.record();
      return { ...scan, scan: recorded.scan, isNew, changes };
    },
    look: async (options) => (options ? scanner.look(options) : scanner.last()),
    tree: async () => scanner.last().tree,
    scans: scanner.scans,
    status: async () => readStatus(await snapshot()),
    async diff(before, after) {
      const scans = await scanner.scans();
      return diffTrees(store, { before: findRoot(scans, before), after: findRoot(scans, after) });
    },
    validate: (options = {}) => validateLedger(store, { types: ledger.types, ...options }),
    async registerAgent(agent) {
      const taken = new Set([...producers.keys(), ...outside.keys()]);
      const registered = await registerAgent(ledger, agent, taken);
      await refreshAgents();
      return registered;
    },
    async agents() {
      await refreshAgents();
      return [...agents.byId].map(([agentId, role]) => ({ agentId, role }));
    },
    types: () => [...ledger.types.values()],
    producers: () => ({ ofFiles: [...producers.keys()], ofRoot: [...outside.keys()] }),
    async addType(type) {
      const added = await addType(ledger, type);
      const others = [...ledger.types.values()].filter(({ name }) => name !== added.name);
      ledger = { ...ledger, types: defineFrameTypes(...others, added) };
      return added;
    },
    as: createPorts(portServices) as Workspace['as'],
    close: () => store.close(),
  };
}

function byName<Named extends { readonly name: string }>(
  all: readonly Named[] = [],
): ReadonlyMap<string, Named> {
  return new Map(all.map((one) => [one.name, one]));
}

/** The parts of a reader. */
type ReaderServices = {
  snapshot(): Promise<Snapshot>;
  readonly compose: ComposeServices | undefined;
};

/** Creates the port of readers. */
function createReader({ snapshot, compose }: ReaderServices): ReaderPort {
  return {
    async getNode(node, view) {
      const checked = checkView(view);
      const from = await snapshot();
      const found = resolveNode(from.tree, node);
      // Synthesised frames depend on everything below the directory.
      const isDeep = found.kind === 'directory' && (await from.current(found.path)).length > 0;
      const judge = createJudge(isDeep ? await preload(from) : from);
      return readNode(from, found, { view: checked, judge });
    },
    async *getNodes(nodes, view) {
      const checked = checkView(view);
      const from = await snapshot();
      const judge = createJudge(await preload(from));
      for (const node of nodes)
        yield await readNode(from, resolveNode(from.tree, node), { view: checked, judge });
    },
    async history(path, { until } = {}) {
      const range = checkView({ until });
      const from = await snapshot();
      const name = plainPath(path);
      const frames = await readHistory(from, name);
      const { entries } = await from.lineage(name);
      // An unknown path is an error, not an empty history.
      if (frames.length === 0 && entries.length === 0) resolveNode(from.tree, path);
      return { frames: frames.filter((frame) => isInRange(range, frame)), lineage: entries };
    },
    async compose(path, { maxFrames, maxBytes, maxTokens, keep, ...options } = {}) {
      const bounds = { maxFrames, maxBytes, maxTokens };
      const request = { ...options, path: plainPath(path), bounds };
      return composeContext(contextReader(await snapshot(), keep), request, compose);
    },
    async explain(what) {
      const { tree, ledger } = await snapshot();
      if (!namesFrame(tree, what)) return explainPath(ledger, plainPath(what), tree);
      return explainFrame(ledger, await resolveId(ledger.store, what, 'frame'), { tree });
    },
  };
}

function contextReader(from: Snapshot, keep: KeepFrames = async (_path, frames) => frames): ContextReader {
  const judge = createJudge(from);
  return {
    at: (path) => from.tree.at(path),
    children: (path) => from.tree.children(path),
    currentFrames: async (path) => keep(path, await readPlaced(judge, path, await from.current(path))),
  };
}
