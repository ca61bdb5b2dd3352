/**
 * What users register in a workspace: agents with roles (readers read, writers append, only synthesis derives
 * frames of directories), and frame types, which hold text.
 */
import { canonicalText, cite, didYouMean, PenumbraError, parseCanonical } from '../../kernel/index.ts';
import {
  everyEntry,
  type FrameType,
  type Ledger,
  type Precondition,
  requireAgentName,
  requireTypeName,
  type StoreReader,
} from '../../ledger/index.ts';

/** The roles; each includes the permissions of those before it. */
export const roles = ['reader', 'writer', 'synthesis'] as const;

export type Role = (typeof roles)[number];

/** An agent and its role. */
export type RegisteredAgent<Of extends Role = Role> = { readonly agentId: string; readonly role: Of };

/** Agents that exist in every workspace. */
const builtInAgents: readonly RegisteredAgent[] = [
  { agentId: 'person', role: 'writer' },
  { agentId: 'synthesis', role: 'synthesis' },
];

/** Parses the name of a role, or throws `usage`. */
export function readRole(text: string): Role {
  const role = roles.find((name) => name === text);
  if (role) return role;
  throw new PenumbraError('usage', `unknown role ${cite(text)}${didYouMean(text, roles)}`, {
    hint: `roles: ${roles.join(', ')}`,
  });
}

/** Checks whether a role includes another. */
function mayActAs(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** The agents of a workspace at one moment. */
export type Agents = {
  readonly byId: ReadonlyMap<string, Role>;
  /** Holds as long as nobody registers another agent or role. */
  readonly isUnchanged: Precondition;
};

const AGENT_LOG = 'agents';

/** Reads the agents of a workspace. */
export async function readAgents(store: StoreReader): Promise<Agents> {
  const byId = new Map<string, Role>(builtInAgents.map(({ agentId, role }) => [agentId, role]));
  let length = 0;
  for await (const { value, sequence } of everyEntry(store, AGENT_LOG)) {
    const { agent, role } = (parseCanonical(value) ?? {}) as {
      readonly agent?: unknown;
      readonly role?: unknown;
    };
    const known = roles.find((name) => name === role);
    if (typeof agent === 'string' && known) byId.set(agent, known);
    length = sequence;
  }
  return { byId, isUnchanged: { kind: 'log-length', log: AGENT_LOG, length } };
}

/** Registers an agent or changes its role; `taken` are the names of producers, which are reserved. */
export async function registerAgent<Of extends Role>(
  ledger: Ledger,
  { agentId, role }: RegisteredAgent<Of>,
  taken: ReadonlySet<string>,
): Promise<RegisteredAgent<Of>> {
  requireAgentName(agentId);
  readRole(String(role));
  if (taken.has(agentId))
    throw new PenumbraError('invalid-name', `${cite(agentId)} is the name of a producer`, {
      hint: 'choose another name, so that it can be told who wrote what',
    });
  for (;;) {
    const { byId, isUnchanged } = await readAgents(ledger.store);
    if (byId.get(agentId) === role) return { agentId, role };
    const value = canonicalText({ agent: agentId, role });
    const batch = { atMs: ledger.clock.now(), requires: [isUnchanged], appends: [{ log: AGENT_LOG, value }] };
    if ((await ledger.store.commit(batch)).committed) return { agentId, role };
  }
}

/** Throws `unauthorized` unless an agent is registered and has a role. */
export function requireRole({ byId }: Pick<Agents, 'byId'>, agentId: string, needed: Role): Role {
  const role = byId.get(agentId);
  if (role === undefined)
    throw new PenumbraError(
      'unauthorized',
      `no agent ${cite(agentId)} is known${didYouMean(agentId, byId.keys())}`,
      {
        data: { agent: agentId },
        hint: 'register it with `penumbra agents add NAME --role reader|writer|synthesis`',
      },
    );
  if (mayActAs(role, needed)) return role;
  throw new PenumbraError('unauthorized', `agent ${cite(agentId)} is a ${role}, and this needs a ${needed}`, {
    data: { agent: agentId, role, needed },
    hint: `register it anew with \`penumbra agents add ${agentId} --role ${needed}\``,
  });
}

/** A user-defined type. */
export type AddedType = { readonly name: string; readonly cardinality: FrameType['cardinality'] };

const TYPE_LOG = 'types';

/** Reads the user-defined types; the first definition of each counts. */
export async function readAddedTypes(store: StoreReader): Promise<readonly FrameType[]> {
  const types = new Map<string, FrameType>();
  for await (const { value } of everyEntry(store, TYPE_LOG)) {
    const { cardinality, name } = (parseCanonical(value) ?? {}) as { [Field in keyof AddedType]?: unknown };
    if (typeof name !== 'string' || types.has(name)) continue;
    types.set(name, {
      name,
      cardinality: cardinality === 'many' ? 'many' : 'single',
      mediaType: 'text/plain',
    });
  }
  return [...types.values()];
}

/** Adds a type, unless an identical one exists. */
export async function addType(ledger: Ledger, { name, cardinality }: AddedType): Promise<FrameType> {
  requireTypeName(name);
  const known =
    ledger.types.get(name) ?? (await readAddedTypes(ledger.store)).find((type) => type.name === name);
  if (known && known.cardinality !== cardinality)
    throw new PenumbraError(
      'invalid-name',
      `frame type ${cite(name)} exists already, as ${known.cardinality}`,
      {
        hint: 'choose another name; a type that has frames cannot change',
      },
    );
  if (known) return known;
  const value = canonicalText({ cardinality, name });
  await ledger.store.commit({ atMs: ledger.clock.now(), appends: [{ log: TYPE_LOG, value }] });
  return { name, cardinality, mediaType: 'text/plain' };
}
