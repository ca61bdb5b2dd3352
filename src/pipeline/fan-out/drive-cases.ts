/**
 * Drives the cases of a run with bounded concurrency, from barrier to barrier. At a barrier every case waits
 * until all have reached it or ended. Their progress is then recorded and is the only basis for comparing
 * them, so results depend on the list of cases and not on timing.
 */
import { type Id, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type OpenBarrier, openBarrier, readBarriers } from '../journal/barrier-log.ts';
import type { EnterStep } from '../walk/perform-step.ts';
import { inPool } from './in-pool.ts';

/** The progress of a case. */
export type DrivenCase = {
  /** How many steps it has taken. */
  readonly steps: number;
  /** The barrier at which it waits, or null. */
  readonly waitsAt: string | null;
  /** Whether it stopped early for another reason; no barrier opens then. */
  readonly isStopped: boolean;
};

/** The options for driving cases to the next barrier. */
export type DrivePhase<Compared> = {
  /** The barriers that are still closed. */
  readonly waitAt: readonly string[];
  /** The barrier opened last. */
  readonly open: OpenBarrier | null;
  /** The progress of all cases when it was opened. */
  readonly compared: Compared | null;
  /** Passed to every walk; admits no further asks once another case has failed. */
  readonly enter: EnterStep;
};

/** The cases and how to drive them. */
export type DriveCasesOptions<Driven extends DrivenCase, Compared> = {
  readonly run: Id<'run'>;
  /** Case ids, in the order of comparison. */
  readonly cases: readonly string[];
  /** Where cases wait for each other; if cases wait at several, the first in this list opens first. */
  readonly barriers: readonly string[];
  /** The maximum number of concurrent cases. */
  readonly pool?: number | undefined;
  /** Drives one case until it waits, stops or ends. */
  readonly drive: (index: number, phase: DrivePhase<Compared>) => Promise<Driven>;
  /** Compares the progress of cases when a barrier was opened. */
  readonly compare: (open: OpenBarrier) => Promise<Compared>;
  /** Admits asks; unlimited by default. */
  readonly gate?: EnterStep;
  readonly onProgress?:
    | ((progress: { readonly done: number; readonly total: number }, open: OpenBarrier | null) => void)
    | undefined;
};

/** Drives cases as far as possible, from the beginning or where they left off; results are in case order. */
export async function driveCases<Driven extends DrivenCase, Compared>(
  ledger: Ledger,
  options: DriveCasesOptions<Driven, Compared>,
): Promise<readonly Driven[]> {
  const { run, cases, barriers, compare } = options;
  let driven: readonly Driven[] | null = null;
  for (;;) {
    const opened = await readBarriers(ledger, run);
    const open = opened.at(-1) ?? null;
    const waitAt = barriers.filter((name) => !opened.some(({ node }) => node === name));
    const compared = open && (await compare(open));
    driven = await drivePhase(options, { waitAt, open, compared }, driven);
    const node = nextBarrier(driven, waitAt);
    if (node === undefined) return driven;
    const steps = driven.map((one) => one.steps);
    const reached = cases.map((id, index) => ({ case: id, steps: steps[index] ?? 0 }));
    await openBarrier(ledger, run, { after: open, barrier: { node, cases: reached } });
  }
}

async function drivePhase<Driven extends DrivenCase, Compared>(
  { cases, pool, drive, gate = async () => () => {}, onProgress }: DriveCasesOptions<Driven, Compared>,
  phase: Omit<DrivePhase<Compared>, 'enter'>,
  before: readonly Driven[] | null,
): Promise<readonly Driven[]> {
  const { enter, close: onFailure } = createHaltingGate(gate);
  const driveOne = async (_: string, index: number) => {
    const last = before?.[index];
    // Only waiting cases continue; the others have ended and are not retried.
    return last !== undefined && last.waitsAt === null ? last : drive(index, { ...phase, enter });
  };
  return inPool(cases, driveOne, {
    ...(pool !== undefined && { size: pool }),
    onDone: (done) => onProgress?.({ done, total: cases.length }, phase.open),
    onFailure,
  });
}

/** Returns the barrier to open; null while any case has neither reached one nor ended. */
function nextBarrier(driven: readonly DrivenCase[], closed: readonly string[]): string | undefined {
  if (driven.some(({ isStopped }) => isStopped)) return undefined;
  return closed.find((name) => driven.some(({ waitsAt }) => waitsAt === name));
}

/** A gate and a function that closes it permanently. */
type HaltingGate = { readonly enter: EnterStep; readonly close: () => void };

/** Makes a gate that can be closed; asks in progress still complete, and no others start. */
export function createHaltingGate(gate: EnterStep): HaltingGate {
  let isClosed = false;
  return {
    close: () => {
      isClosed = true;
    },
    enter: async (agent) => {
      if (isClosed) throw halted();
      const leave = await gate(agent);
      if (!isClosed) return leave;
      leave();
      throw halted();
    },
  };
}

function halted(): PenumbraError {
  return new PenumbraError('stopped', 'another case of the run could not go on', {
    hint: 'mend what stopped that one, and take the run up again',
  });
}
