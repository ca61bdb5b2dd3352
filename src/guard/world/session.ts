/** A session as the world sees it: asked anew at each call, and held still for the length of one. */

import type { ContractScope } from '../contracts/contract.ts';
import type { RegistryEntry } from '../enforcement/condition.ts';
import type { Policy } from '../policy/policy.ts';

/** A sub-world as the session lists it; `path` is a directory of the host. */
export type SessionEntry = { readonly name: string; readonly path: string };

/** Who is at work, in which mode, and with what; `mods` is the one registry of sub-worlds. */
export type Session = {
  readonly id: string;
  mode(): string | null;
  readonly mods: readonly SessionEntry[];
  /** Returns the contract in force for the mode that was just read, so that both are of one moment. */
  contract(mode: string | null): ContractScope | null;
  masks?(): readonly string[];
  role?(): string | null;
};

/** What holds for one tool call: frozen, and free of host paths. */
export type Snapshot = {
  readonly mode: string | null;
  readonly registry: readonly RegistryEntry[];
  readonly contract: ContractScope | null;
  readonly masks: readonly string[];
  readonly role: string | null;
  readonly policy: Policy;
  /** Paths by root key that are hidden whatever the policy says, for this program keeps its own things there. */
  readonly reserved: ReservedPaths;
};

/** Relative paths by root key. */
export type ReservedPaths = Readonly<Record<string, readonly string[]>>;
