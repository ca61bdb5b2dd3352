/**
 * The settings of a trial: when the court sits and for how long, and the rule that decides whether a
 * conclusion is tried.
 */
import * as z from 'zod';
import { type Clock, PenumbraError, toBasisPoints } from '../../kernel/index.ts';

export type CourtConfig = {
  readonly enabled: boolean;
  /** The total time all trials of a case may take. */
  readonly ttlMs: number;
  /** How many edges between steps one trial may take. */
  readonly maxHandoffs: number;
  readonly maxRemands: number;
  /** The confidence from which a conclusion is accepted without a trial. */
  readonly activationThreshold: number;
  /** The confidence below which a conclusion is rejected without a trial. */
  readonly rejectionThreshold: number;
  readonly maxRounds: number;
};

export const courtDefaults: CourtConfig = Object.freeze({
  enabled: false,
  ttlMs: 600_000,
  maxHandoffs: 6,
  maxRemands: 2,
  activationThreshold: 0.85,
  rejectionThreshold: 0.5,
  maxRounds: 3,
});

const count = z.int().min(0);
const decimal = z.number().min(0).max(1);
const shape = z.strictObject({
  enabled: z.boolean(),
  ttlMs: count,
  maxHandoffs: count,
  maxRemands: count,
  activationThreshold: decimal,
  rejectionThreshold: decimal,
  maxRounds: z.int().min(1),
});

/** Applies settings over the defaults; throws for unknown or invalid ones. */
export function completeConfig(config: Partial<CourtConfig> = {}): CourtConfig {
  const given = Object.entries(config).filter(([, value]) => value !== undefined);
  const read = shape.safeParse({ ...courtDefaults, ...Object.fromEntries(given) });
  if (read.success) return Object.freeze(read.data);
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || 'court';
  throw new PenumbraError(
    'invalid-configuration',
    `\`${place}\` of the court does not fit: ${issue?.message}`,
    {
      data: { path: place },
      hint: `the settings are ${Object.keys(courtDefaults).join(', ')}`,
    },
  );
}

/** What happens to a conclusion before any trial: it is affirmed, tried, or rejected. */
export type Admission = 'affirmed' | 'tried' | 'rejected';

/**
 * Decides by confidence what happens to a conclusion, whether or not the court sits.
 *
 * @example admit(0.85) // 'affirmed'
 * @example admit(0.5) // 'tried'
 */
export function admit(confidence: number, config: Partial<CourtConfig> = {}): Admission {
  const { activationThreshold, rejectionThreshold } = completeConfig(config);
  // In basis points, so that a threshold applies exactly at its written value.
  const points = toBasisPoints(confidence);
  if (points >= toBasisPoints(activationThreshold)) return 'affirmed';
  return points < toBasisPoints(rejectionThreshold) ? 'rejected' : 'tried';
}

/** Returns whether a conclusion with this confidence is tried. */
export function shouldActivate(confidence: number, config: Partial<CourtConfig> = {}): boolean {
  const { enabled } = completeConfig(config);
  return enabled && admit(confidence, config) === 'tried';
}

/** A clock that can also limit work in time. */
export type CourtClock = Clock & {
  /** Runs work for at most this long; throws if the time ends first. */
  within<Value>(
    leftMs: number,
    work: (signal: AbortSignal) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value>;
};

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Creates the clock of a trial from the given clock. Without one, only timeouts advance it. */
export function createCourtClock(clock: Clock | undefined): CourtClock {
  let aheadMs = 0;
  const now = () => (clock?.now() ?? 0) + aheadMs;
  return {
    now,
    async within(leftMs, work, signal) {
      const startedAt = now();
      const timer = new AbortController();
      const { promise, reject } = Promise.withResolvers<never>();
      const expire = () => {
        aheadMs += Math.max(0, startedAt + leftMs + 1 - now());
        timer.abort();
        reject(
          new PenumbraError('agent-failed', 'the time of the court is up', { hint: 'give it more time' }),
        );
      };
      const timeout = leftMs > LONGEST_TIMER_MS ? undefined : setTimeout(expire, Math.max(0, leftMs));
      try {
        return await Promise.race([work(AbortSignal.any([signal, timer.signal])), promise]);
      } finally {
        clearTimeout(timeout);
      }
    },
  };
}
