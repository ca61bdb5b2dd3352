/** How the court sits in an investigation. */
import { type CourtConfig, completeConfig } from '../../court/index.ts';
import type { CourtEffect, CourtSettings } from '../../engine/index.ts';
import { type BasisPoints, fromBasisPoints, toBasisPoints } from '../../kernel/index.ts';
import type { RunInputs } from '../run/run-inputs.ts';

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
