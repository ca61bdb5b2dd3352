/** Joins the parts of the context to a workspace: one ledger, one way to look at the files, and what both are read with. */
import { isId } from '../../kernel/index.ts';
import { defineFrameTypes, type Ledger, resolveId, validateLedger } from '../../ledger/index.ts';
import { type ComposeMeans, composeContext } from '../compose/compose-context.ts';
import type { ReadFile } from '../derive/derive-file.ts';
import { explainFrame } from '../explain/explain-frame.ts';
import { explainPath } from '../explain/explain-path.ts';
import { checkView, isInRange } from '../frames/node-view.ts';
import { readHistory, readNode, readPlaced } from '../frames/read-node.ts';
import { createJudge } from '../freshness/judge.ts';
import { recordScan } from '../lineage/record-scan.ts';
import { type RecordedScan, readScans, SCAN_LOG } from '../lineage/scan-log.ts';
import type { OutsideProducer } from '../producers/outside-producer.ts';
import type { Producer } from '../producers/producer.ts';
import { type Agents, readAgents, registerAgent } from '../roles/agent-log.ts';
import { addType } from '../roles/type-log.ts';
import type { Scan } from '../scan/scan.ts';
import type { CustomPolicies } from '../synthesis/custom-policies.ts';
import { diffTrees } from '../trees/diff-trees.ts';
import { createPorts } from './agent-ports.ts';
import { findRoot } from './find-root.ts';
import { preload } from './preload.ts';
import { readStatus } from './read-status.ts';
import { plainPath, resolveNode } from './resolve-node.ts';
import { createStandpoint, type Standpoint } from './standpoint.ts';
import type { ReaderPort, Workspace, WorkspaceScan } from './workspace.ts';

/** What a workspace is made of. */
export type WorkspaceMeans = {
  readonly ledger: Ledger;
  /** Looks at the files; with hints and an earlier look, only where something may have moved. */
  scan(options: WorkspaceScan & { readonly previous: Scan | null }): Scan;
  readonly read: ReadFile;
  readonly producers?: readonly Producer[];
  /** Producers of frames about the root that rest on something outside the tree. */
  readonly outside?: readonly OutsideProducer[];
  readonly policies?: CustomPolicies;
  readonly compose?: ComposeMeans;
  /** Returns the present value of something outside, null where it has none, undefined where nobody observes it. */
  observe?(name: string): Promise<string | null | undefined>;
};

/** Creates a workspace; closing it closes the ledger's store. */
export async function createWorkspace(means: WorkspaceMeans): Promise<Workspace> {
  const { store } = means.ledger;
  const producers = new Map((means.producers ?? []).map((producer) => [producer.name, producer]));
  const outside = new Map((means.outside ?? []).map((producer) => [producer.name, producer]));
  let ledger = means.ledger;
  let agents: Agents = await readAgents(store);
  let seen: { readonly scan: Scan; isRecorded: boolean } | null = null;
  let scans: { readonly digest: string; readonly list: readonly RecordedScan[] } = { digest: '', list: [] };

  const refreshScans = async (): Promise<readonly RecordedScan[]> => {
    const digest = (await store.head(SCAN_LOG))?.digest ?? '';
    if (digest !== scans.digest) scans = { digest, list: await readScans(store, scans.list) };
    return scans.list;
  };
  const lookAgain = (options: WorkspaceScan): Scan => {
    const scan = means.scan({ ...options, previous: seen?.scan ?? null });
    const isKnown = seen?.isRecorded === true && seen.scan.root === scan.root;
    seen = { scan, isRecorded: isKnown };
    return scan;
  };
  const look = async (options?: WorkspaceScan): Promise<Scan> =>
    options === undefined && seen ? seen.scan : lookAgain(options ?? {});
  const isRecorded = async (): Promise<boolean> =>
    seen?.isRecorded === true && (await refreshScans()).at(-1)?.root === seen.scan.root;
  const record = async () => {
    const recording = await recordScan(ledger, (await look()).tree);
    if (seen) seen.isRecorded = true;
    return recording;
  };
  const standpoint = async (): Promise<Standpoint> =>
    createStandpoint({
      ledger,
      tree: (await look()).tree,
      scans: await refreshScans(),
      producers,
      outside,
      policies: means.policies ?? new Map(),
      observe: means.observe ?? (async () => undefined),
    });

  const reader: ReaderPort = {
    async getNode(node, view) {
      const checked = checkView(view);
      const from = await standpoint();
      const found = resolveNode(from.tree, node);
      // What was synthesised rests on all below it.
      const isDeep = found.kind === 'directory' && (await from.standing(found.path)).length > 0;
      return readNode(from, found, checked, createJudge(isDeep ? await preload(from) : from));
    },
    async history(path, { until } = {}) {
      const range = checkView(until === undefined ? {} : { until });
      const from = await standpoint();
      const name = plainPath(path);
      const frames = await readHistory(from, name);
      const { entries } = await from.lineage(name);
      // A path that nobody ever saw has no history, not an empty one.
      if (frames.length === 0 && entries.length === 0) resolveNode(from.tree, path);
      return { frames: frames.filter((frame) => isInRange(range, frame)), lineage: entries };
    },
    async compose(path, { maxFrames, maxBytes, maxTokens, ...options } = {}) {
      const from = await standpoint();
      const judge = createJudge(from);
      const bounds = {
        ...(maxFrames !== undefined && { maxFrames }),
        ...(maxBytes !== undefined && { maxBytes }),
        ...(maxTokens !== undefined && { maxTokens }),
      };
      const contextReader = {
        at: (place: string) => from.tree.at(place),
        children: (place: string) => from.tree.children(place),
        standingFrames: async (place: string) => readPlaced(judge, place, await from.standing(place)),
      };
      return composeContext(contextReader, { ...options, path: plainPath(path), bounds }, means.compose);
    },
    async explain(what) {
      const from = await standpoint();
      const path = plainPath(what);
      if (from.tree.at(path) || !isFrameName(what)) return explainPath(ledger, path, from.tree);
      return explainFrame(ledger, await resolveId(store, what, 'frame'), { tree: from.tree });
    },
  };

  const portsOf = createPorts({
    reader,
    standpoint,
    isRecorded,
    async ensureRecorded() {
      if (await isRecorded()) return;
      // Where someone else recorded another scan since, the files decide which of both is right.
      if (seen?.isRecorded) lookAgain({});
      await record();
    },
    agents: () => agents,
    async refreshAgents() {
      agents = await readAgents(store);
    },
    read: means.read,
  });

  return {
    ...reader,
    async scan(options = {}) {
      const scan = lookAgain(options);
      const { recorded, isNew, changes } = await record();
      return { ...scan, scan: recorded.scan, isNew, changes };
    },
    look,
    tree: async () => (await look()).tree,
    scans: refreshScans,
    status: async () => readStatus(await standpoint()),
    async diff(before, after) {
      const known = await refreshScans();
      return diffTrees(store, { before: findRoot(known, before), after: findRoot(known, after) });
    },
    validate: (options = {}) => validateLedger(store, { types: ledger.types, ...options }),
    async registerAgent(agent) {
      const registered = await registerAgent(
        ledger,
        agent,
        new Set([...producers.keys(), ...outside.keys()]),
      );
      agents = await readAgents(store);
      return registered;
    },
    async agents() {
      agents = await readAgents(store);
      return [...agents.byId].map(([agentId, role]) => ({ agentId, role }));
    },
    types: () => [...ledger.types.values()],
    async addType(type) {
      const added = await addType(ledger, type);
      const others = [...ledger.types.values()].filter(({ name }) => name !== added.name);
      ledger = { ...ledger, types: defineFrameTypes(...others, added) };
      return added;
    },
    as: portsOf as Workspace['as'],
    close: () => store.close(),
  };
}

function isFrameName(text: string): boolean {
  return isId(text, 'frame') || /^(?:frame:)?[0-9a-f]{4,64}$/i.test(text);
}
