/** What a run is made from. Its id is the hash of these, so equal inputs are the same run on any machine. */
import type { ChangeBase } from '../../context/index.ts';
import { type CourtConfig, completeConfig } from '../../court/index.ts';
import type { CourtEffect, CourtSettings } from '../../engine/index.ts';
import {
  type BasisPoints,
  fromBasisPoints,
  type Id,
  makeId,
  type Sha256,
  taggedHash,
  toBasisPoints,
} from '../../kernel/index.ts';
import type { ModelSettings } from '../../pipeline/agents/index.ts';
import type { NodeMap } from '../../pipeline/index.ts';
import type { HistoryDepth, TestedElsewhere } from '../../record/index.ts';

/** Whether earlier causes are recalled, and whether new ones are remembered. */
export type MemoryUse = 'off' | 'read' | 'write';

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

/**
 * What a verdict does unless a workspace says otherwise. Followed, verdicts without experiments spoil more answers than
 * they set right, and their statuses part right answers from wrong ones no better than chance (`calibrate score`).
 */
const DEFAULT_EFFECT: CourtEffect = 'advisory';

/** Where models sit, time says nothing about a case: each ask is bounded by itself, and a replayed trial takes no time. */
const TIME_OF_MODELS_MS = 2 ** 31 - 1;

/** Returns the settings of trials; `investigate` lets the court sit unless it is told not to. */
export function courtConfigOf({ court, trial, model }: RunInputs['configuration']): CourtConfig {
  const { effect: _, ...config } = trial ?? {};
  return completeConfig({
    ...(model && { ttlMs: TIME_OF_MODELS_MS }),
    ...mapThresholds(config, (points) => fromBasisPoints(points as BasisPoints)),
    enabled: court,
  });
}

/** Returns what verdicts do in a run. */
export function courtEffectOf({ trial }: RunInputs['configuration']): CourtEffect {
  return trial?.effect ?? DEFAULT_EFFECT;
}

/**
 * Returns what a run keeps of settings: those that were given, or nothing, so that defaults leave its id alone. What is
 * hashed has no fractions, so thresholds are kept in basis points.
 */
export function keptCourtSettings({ enabled: _, ...trial }: CourtSettings = {}): {
  readonly trial?: Omit<CourtSettings, 'enabled'>;
} {
  return Object.keys(trial).length === 0 ? {} : { trial: mapThresholds(trial, toBasisPoints) };
}

function mapThresholds(
  { activationThreshold, rejectionThreshold, ...others }: Omit<CourtSettings, 'enabled'>,
  change: (value: number) => number,
): Omit<CourtSettings, 'enabled'> {
  return {
    ...others,
    ...(activationThreshold !== undefined && { activationThreshold: change(activationThreshold) }),
    ...(rejectionThreshold !== undefined && { rejectionThreshold: change(rejectionThreshold) }),
  };
}
