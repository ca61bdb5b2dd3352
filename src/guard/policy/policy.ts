/**
 * A compiled policy as data: what modes, roots and commands there are, who sees which place, and which commands are
 * granted there. It is made by `loadPolicy` alone, deeply frozen, and known by the hash of what it decides.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { Area } from '../conditions/contract.ts';
import type { ExecPolicy } from '../exec/exec-policy.ts';

/** What rows are keyed by: a mode, a root, and the first component below it, or null for the root's own row. */
export type PlaceKey = {
  readonly mode: string;
  readonly root: string;
  readonly subdirectory: string | null;
};

/** When a row holds: always, never, or when all the named conditions do. */
export type RowAnswer = 'always' | 'never' | readonly string[];

/** A root an agent can address, its old spelling where one is still accepted, and the names that are hidden below it. */
export type PolicyRoot = {
  readonly key: string;
  readonly legacy: string | null;
  /** Nothing with such a name is visible, nor anything below it, at whatever depth. */
  readonly hidden: readonly string[];
  /** Patterns of files that only a person's word lets be changed, at whatever depth. */
  readonly protected: readonly string[];
};

/** How far a contract may reach that an agent opens by itself; a wider one needs a person's signature. */
export type ContractBreadth = {
  readonly mostTargets: number;
  /** How many plain names a target begins with before its first wildcard; 0 lets one cover the whole root. */
  readonly plainNames: number;
  readonly longestMs: number;
};

/** A tool's command. */
export type CommandPair = { readonly tool: string; readonly command: string };

/** A base set of commands; `wholeRoot` are those that touch the whole root, whatever paths they name. */
export type CommandSet = {
  readonly name: string;
  readonly area: Area;
  readonly commands: readonly CommandPair[];
  readonly wholeRoot: readonly CommandPair[];
};

/** Who sees a place. */
export type VisibilityRow = PlaceKey & { readonly answer: RowAnswer };

/** Which sets are granted at a place, and under which conditions; `name` tells the row in records. */
export type OperationRow = PlaceKey & {
  readonly name: string;
  readonly sets: readonly string[];
  readonly conditions: readonly string[];
};

/** A finding a person accepted, and why. */
type AcceptedFinding = { readonly finding: string; readonly because: string };

/** A policy that was loaded. */
export type Policy = {
  readonly name: string;
  /** Covers everything but what was accepted, which decides nothing. */
  readonly hash: Sha256;
  /** The namespace of registry addresses, or null where there is none. */
  readonly registry: string | null;
  readonly modes: readonly string[];
  readonly roots: readonly PolicyRoot[];
  readonly sets: readonly CommandSet[];
  readonly visibility: readonly VisibilityRow[];
  /** In the order in which they are looked through. */
  readonly operations: readonly OperationRow[];
  /** What is said about running programs, or null where nothing is. */
  readonly exec: ExecPolicy | null;
  /** The bounds of an agent's own contract, or null where there are none beyond those of every contract. */
  readonly contracts: ContractBreadth | null;
  readonly accepted: readonly AcceptedFinding[];
};

/** Writes a place as people and findings name it, for instance `forge repo/docs`. */
export function placeName({ mode, root, subdirectory }: PlaceKey): string {
  return subdirectory === null ? `${mode} ${root}` : `${mode} ${root}/${subdirectory}`;
}

/** Returns the sets a word stands for. */
export function setsNamed<Set extends { readonly name: string; readonly area: Area }>(
  word: string,
  sets: readonly Set[],
): readonly Set[] {
  return sets.filter(({ name, area }) => name === word || area === word);
}
