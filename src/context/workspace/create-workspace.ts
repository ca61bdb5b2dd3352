/** Joins the parts of the context to a workspace: one ledger, one way to look at the files, and what both are read with. */
import { defineFrameTypes, type Ledger, validateLedger } from '../../ledger/index.ts';
import type { ComposeServices } from '../compose/compose-context.ts';
import type { ReadFile } from '../derive/derive-file.ts';
import type { OutsideProducer } from '../producers/outside-producer.ts';
import type { Producer } from '../producers/producer.ts';
import { type Agents, readAgents, registerAgent } from '../roles/agent-log.ts';
import { addType } from '../roles/type-log.ts';
import type { CustomPolicies } from '../synthesis/custom-policies.ts';
import { diffTrees } from '../trees/diff-trees.ts';
import { createPorts } from './agent-ports.ts';
import { createReader } from './create-reader.ts';
import { findRoot } from './find-root.ts';
import { readStatus } from './read-status.ts';
import { createStandpoint, type Standpoint } from './standpoint.ts';
import type { Workspace } from './workspace.ts';
import { createWorkspaceScanner, type ScanFiles } from './workspace-scanner.ts';

/** What a workspace is made of. */
export type WorkspaceServices = {
  readonly ledger: Ledger;
  /** Looks at the files; with hints and an earlier look, only where something may have moved. */
  readonly scan: ScanFiles;
  readonly read: ReadFile;
  readonly producers?: readonly Producer[];
  /** Producers of frames about the root that rest on something outside the tree. */
  readonly outside?: readonly OutsideProducer[];
  readonly policies?: CustomPolicies | undefined;
  readonly compose?: ComposeServices;
  /** Returns the present value of something outside, null where it has none, undefined where nobody observes it. */
  observe?(name: string): Promise<string | null | undefined>;
};

/** Creates a workspace; closing it closes the ledger's store. */
export async function createWorkspace(means: WorkspaceServices): Promise<Workspace> {
  const { store } = means.ledger;
  const producers = byName(means.producers);
  const outside = byName(means.outside);
  const scanner = createWorkspaceScanner(means.ledger, means.scan);
  let ledger = means.ledger;
  let agents: Agents = await readAgents(store);

  const refreshAgents = async () => {
    agents = await readAgents(store);
  };
  const standpoint = async (): Promise<Standpoint> => {
    const scans = await scanner.scans();
    return createStandpoint({
      ledger,
      tree: scanner.last().tree,
      scans,
      pending: await scanner.pendingRenames(scans),
      producers,
      outside,
      policies: means.policies ?? new Map(),
      observe: means.observe ?? (async () => undefined),
    });
  };
  const reader = createReader({ standpoint, compose: means.compose });
  const portMeans = { reader, standpoint, scanner, agents: () => agents, refreshAgents, read: means.read };

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
    status: async () => readStatus(await standpoint()),
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
    as: createPorts(portMeans) as Workspace['as'],
    close: () => store.close(),
  };
}

function byName<Named extends { readonly name: string }>(
  all: readonly Named[] = [],
): ReadonlyMap<string, Named> {
  return new Map(all.map((one) => [one.name, one]));
}
