/** The inputs of a run. Its id is their hash, so equal inputs are the same run on any machine. */
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

/** The inputs of a run. The hashes have no kind, because the ledger does not keep what they name. */
export type RunInputs = {
  readonly reports: readonly { readonly name: string; readonly hash: Sha256 }[];
  /** The coverage documents, if any were given. */
  readonly coverage?: readonly { readonly name: string; readonly hash: Sha256 }[];
  readonly repository: string;
  /** The workspace folder it was started in, if not the root. */
  readonly folder?: string;
  /** The content of the workspace's root. */
  readonly tree: string;
  readonly revision: string | null;
  readonly history: HistoryDepth;
  /** Where the tests ran, if not at that revision. */
  readonly elsewhere?: TestedElsewhere;
  /** Where the changes to examine begin, if known. */
  readonly base?: ChangeBase;
  /** The digest of what earlier reports say about the failing tests, if anything. */
  readonly earlier?: Sha256;
  /** The digest of what is remembered; `none` if nothing is, `off` if memory is not used. */
  readonly memory: string;
  readonly configuration: {
    readonly court: boolean;
    readonly memory: MemoryUse;
    /** How the court sits, if the workspace configures it. */
    readonly trial?: Omit<CourtSettings, 'enabled'>;
    /** The model that is asked and the prompts it gets, if any. */
    readonly model?: ModelSettings & { readonly prompts: string };
  };
  readonly versions: { readonly [part: string]: string };
  /** The run this one was forked from. */
  readonly fork?: RunFork;
};

/** Where a fork begins: the steps of each case that it shares with the original run. */
export type RunFork = {
  readonly run: Id<'run'>;
  readonly kept: readonly { readonly case: string; readonly steps: number }[];
  /** The new names of nodes, if the fork walks by another definition. */
  readonly map?: NodeMap;
};

/** Returns the id of the run that these inputs make. */
export function runIdOf(inputs: RunInputs): Id<'run'> {
  return makeId('run', taggedHash('penumbra/run/1', inputs));
}

/**
 * What a verdict does unless the workspace says otherwise. Following verdicts made without experiments spoils
 * more answers than it corrects, and their statuses separate right answers from wrong ones no better than
 * chance (`calibrate score`).
 */
const DEFAULT_EFFECT: CourtEffect = 'advisory';

/**
 * With models on the bench, elapsed time says nothing about a case: each ask has its own timeout, and a
 * replayed trial takes no time.
 */
const TIME_OF_MODELS_MS = 2 ** 31 - 1;

/** Returns the court configuration; `investigate` lets the court sit unless told otherwise. */
export function courtConfigOf({ court, trial, model }: RunInputs['configuration']): CourtConfig {
  const { effect: _, ...config } = trial ?? {};
  return completeConfig({
    ...(model && { ttlMs: TIME_OF_MODELS_MS }),
    ...mapThresholds(config, (points) => fromBasisPoints(points as BasisPoints)),
    enabled: court,
  });
}

/** Returns the effect of verdicts in a run. */
export function courtEffectOf({ trial }: RunInputs['configuration']): CourtEffect {
  return trial?.effect ?? DEFAULT_EFFECT;
}

/**
 * Returns the court settings a run stores: those that were given, or nothing, so that defaults do not change
 * its id. Hashed values have no fractions, so thresholds are stored in basis points.
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
