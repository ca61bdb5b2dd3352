/**
 * A compiled policy as data: its modes, roots and commands, which places are visible, and which commands are
 * granted there. Only `loadPolicy` creates it. It is deeply frozen and identified by the hash of its
 * decisions.
 */
import type { Sha256 } from '../../kernel/index.ts';
import type { Area } from '../conditions/contract.ts';
import type { ExecPolicy } from '../exec/exec-policy.ts';

/**
 * The key of a row: a mode, a root, and the first component below the root, or null for the root's own row.
 */
export type PlaceKey = {
  readonly mode: string;
  readonly root: string;
  readonly subdirectory: string | null;
};

/** When a row holds: always, never, or if all the named conditions hold. */
export type RowAnswer = 'always' | 'never' | readonly string[];

/** A root that agents can address, its legacy spelling if one is accepted, and the names hidden below it. */
export type PolicyRoot = {
  readonly key: string;
  readonly legacy: string | null;
  /** Anything with such a name is invisible at any depth, including everything below it. */
  readonly hidden: readonly string[];
  /** Patterns of files that only change with a person's approval, at any depth. */
  readonly protected: readonly string[];
};

/** The limits of contracts that agents open by themselves. A wider one needs a person's signature. */
export type ContractBreadth = {
  readonly mostTargets: number;
  /**
   * The minimum number of plain names at the start of a target, before its first wildcard; 0 lets a target
   * cover the whole root.
   */
  readonly plainNames: number;
  readonly longestMs: number;
};

export type CommandPair = { readonly tool: string; readonly command: string };

/** A base set of commands. The commands in `wholeRoot` affect the whole root, whatever paths they name. */
export type CommandSet = {
  readonly name: string;
  readonly area: Area;
  readonly commands: readonly CommandPair[];
  readonly wholeRoot: readonly CommandPair[];
};

/** Whether a place is visible. */
export type VisibilityRow = PlaceKey & { readonly answer: RowAnswer };

/** Which sets are granted at a place, and under which conditions; `name` identifies the row in records. */
export type OperationRow = PlaceKey & {
  readonly name: string;
  readonly sets: readonly string[];
  readonly conditions: readonly string[];
};

/** A finding that a person accepted, and why. */
type AcceptedFinding = { readonly finding: string; readonly because: string };

/** A loaded policy. */
export type Policy = {
  readonly name: string;
  /** Covers everything except `accepted`, which decides nothing. */
  readonly hash: Sha256;
  /** The namespace of registry addresses, or null if there is none. */
  readonly registry: string | null;
  readonly modes: readonly string[];
  readonly roots: readonly PolicyRoot[];
  readonly sets: readonly CommandSet[];
  readonly visibility: readonly VisibilityRow[];
  /** In lookup order. */
  readonly operations: readonly OperationRow[];
  /** The `exec` section, or null if there is none. */
  readonly exec: ExecPolicy | null;
  /** The limits of contracts that agents open by themselves, or null if only the general limits apply. */
  readonly contracts: ContractBreadth | null;
  readonly accepted: readonly AcceptedFinding[];
};

/** Formats a place for people and findings, for example `forge repo/docs`. */
export function placeName({ mode, root, subdirectory }: PlaceKey): string {
  return subdirectory === null ? `${mode} ${root}` : `${mode} ${root}/${subdirectory}`;
}

/** Returns the sets that a word stands for: one by name, or all of an area. */
export function setsNamed<Set extends { readonly name: string; readonly area: Area }>(
  word: string,
  sets: readonly Set[],
): readonly Set[] {
  return sets.filter(({ name, area }) => name === word || area === word);
}
