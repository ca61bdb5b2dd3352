/**
 * A well-formed policy whose names are not resolved yet. Every part keeps its path in the text, so that later
 * faults can be located.
 */

import type { ValuePath } from '../../kernel/index.ts';
import type { Area } from '../conditions/contract.ts';
import type { SandboxDemand, TokenRule } from '../exec/exec-policy.ts';
import type { ContractBreadth, RowAnswer } from './policy.ts';

/** A word, its path, and whether it is a key or a value. */
export type Word = { readonly text: string; readonly path: ValuePath; readonly isKey: boolean };

/** A root as written. */
type DraftRoot = {
  readonly key: Word;
  readonly legacy: Word | null;
  readonly hidden: readonly Word[];
  readonly protected: readonly Word[];
};

/** A base set as written. */
export type DraftSet = {
  readonly name: string;
  readonly area: Area;
  readonly commands: readonly { readonly tool: Word; readonly command: Word }[];
  readonly wholeRoot: readonly Word[];
  readonly path: ValuePath;
};

/** The key of a row as written. */
export type DraftPlace = { readonly mode: Word; readonly root: Word; readonly subdirectory: string | null };

/** A visibility row as written. */
export type DraftVisibility = DraftPlace & {
  readonly answer: Exclude<RowAnswer, readonly string[]> | readonly Word[];
  readonly path: ValuePath;
};

/** An operation row as written; `index` is its position among the rows of its key. */
export type DraftOperation = DraftPlace & {
  readonly index: number;
  /** The sets that are granted, or that a person is asked about. */
  readonly allow: readonly Word[];
  readonly isAsked: boolean;
  readonly when: readonly Word[];
  readonly path: ValuePath;
};

/** A place in the `exec` section as written. */
export type DraftExecPlace = { readonly root: Word; readonly subdirectory: string | null };

/** A token rule as written, and its path. */
export type DraftRule = {
  readonly rule: TokenRule;
  readonly loadsCodeFrom: readonly DraftExecPlace[];
  readonly path: ValuePath;
};

/** The `exec` section as written. */
export type DraftExec = {
  readonly scratch: DraftExecPlace;
  readonly sandbox: SandboxDemand;
  readonly sees: readonly Word[];
  readonly environment: readonly Word[];
  readonly timeoutSeconds: number;
  readonly outputBytes: number;
  readonly rules: readonly DraftRule[];
};

/** An accepted finding as written. */
export type DraftAccepted = { readonly finding: Word; readonly because: string };

/** A whole policy as written. */
export type PolicyDraft = {
  readonly name: string;
  readonly registry: Word | null;
  readonly modes: readonly Word[];
  readonly roots: readonly DraftRoot[];
  readonly tools: ReadonlyMap<string, readonly Word[]>;
  readonly sets: readonly DraftSet[];
  /** The modes that rows are given for, even if they have no rows. */
  readonly rowModes: readonly Word[];
  readonly visibility: readonly DraftVisibility[];
  readonly operations: readonly DraftOperation[];
  /** The `exec` section, or null if there is none. */
  readonly exec: DraftExec | null;
  readonly contracts: ContractBreadth | null;
  readonly accepted: readonly DraftAccepted[];
};
