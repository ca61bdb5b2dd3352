/** What a run is made from. Its id is the hash of these, so equal inputs are the same run on any machine. */

import type { ChangeBase } from '../../context/index.ts';
import type { CourtSettings } from '../../engine/index.ts';
import { type Id, makeId, type Sha256, taggedHash } from '../../kernel/index.ts';
import type { ModelSettings } from '../../pipeline/agents/index.ts';
import type { NodeMap } from '../../pipeline/index.ts';
import type { HistoryDepth, TestedElsewhere } from '../../record/index.ts';
import type { MemoryUse } from '../investigation.ts';

/** The inputs of a run; hashes without a kind, for what they name is not kept in the ledger. */
export type RunInputs = {
  readonly reports: readonly { readonly name: string; readonly hash: Sha256 }[];
  /** The documents that tell what ran, where some were given. */
  readonly coverage?: readonly { readonly name: string; readonly hash: Sha256 }[];
  readonly repository: string;
  /** The folder of the workspace it was asked for in, where that is not its root. */
  readonly folder?: string;
  /** The content of the workspace's root. */
  readonly tree: string;
  readonly revision: string | null;
  readonly history: HistoryDepth;
  /** Where the tests ran, if not at that revision. */
  readonly elsewhere?: TestedElsewhere;
  /** Where the changes to look at begin, where that is known. */
  readonly base?: ChangeBase;
  /** The digest of what earlier reports say of the failing tests, where they say something. */
  readonly earlier?: Sha256;
  /** The digest of what is remembered, `none` where nothing is, `off` where it is not asked. */
  readonly memory: string;
  readonly configuration: {
    readonly court: boolean;
    readonly memory: MemoryUse;
    /** How the court sits, where the workspace says so. */
    readonly trial?: Omit<CourtSettings, 'enabled'>;
    /** Who is asked, and with which prompts, where that is a model. */
    readonly model?: ModelSettings & { readonly prompts: string };
  };
  readonly versions: { readonly [part: string]: string };
  /** The run this one was forked from. */
  readonly fork?: RunFork;
};

/** Where a fork begins: the steps of each case that it shares with the run it was forked from. */
export type RunFork = {
  readonly run: Id<'run'>;
  readonly kept: readonly { readonly case: string; readonly steps: number }[];
  /** The new names of nodes, where the fork walks by another definition. */
  readonly map?: NodeMap;
};

/** Returns the id of the run that these inputs make. */
export function runIdOf(inputs: RunInputs): Id<'run'> {
  return makeId('run', taggedHash('penumbra/run/1', inputs));
}
