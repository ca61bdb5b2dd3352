/**
 * Drives the cases of a run, a bounded number at once, from barrier to barrier. At a barrier each case waits until all
 * have come to it or ended; then it is recorded how far each had come, and they are compared by that alone. So the
 * results are a function of the list of cases and not of who was faster.
 */
import { type Id, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type OpenBarrier, openBarrier, readBarriers } from '../journal/barrier-log.ts';
import type { EnterStep } from '../walk/perform-step.ts';
import { inPool } from './in-pool.ts';

/** How far a case was driven. */
export type DrivenCase = {
  /** How many steps it has taken. */
  readonly steps: number;
  /** The barrier at which it waits for the others, or null. */
  readonly waitsAt: string | null;
  /** Whether it stopped before its end for another reason; no barrier opens then. */
  readonly isStopped: boolean;
};

/** What the cases are driven with until they come to the next barrier. */
export type DrivePhase<Compared> = {
  /** The barriers that are still closed. */
  readonly waitAt: readonly string[];
  /** The barrier that was opened last. */
  readonly open: OpenBarrier | null;
  /** What the cases had come to when it was opened. */
  readonly compared: Compared | null;
  /** To be passed to every walk: asks nobody any more when another case could not go on. */
  readonly enter: EnterStep;
};

/** Which cases are driven, and how. */
export type DriveCasesOptions<Driven extends DrivenCase, Compared> = {
  readonly run: Id<'run'>;
  /** The ids of the cases, in the order in which they are compared. */
  readonly cases: readonly string[];
  /** Where cases wait for each other; where several are waited at, the first of them in this list opens first. */
  readonly barriers: readonly string[];
  /** How many cases are driven at once. */
  readonly pool?: number | undefined;
  /** Drives one case until it waits, stops or ends. */
  readonly drive: (index: number, phase: DrivePhase<Compared>) => Promise<Driven>;
  /** Compares what the cases had come to when a barrier was opened. */
  readonly compare: (open: OpenBarrier) => Promise<Compared>;
  /** The gate before the agents; all may pass unless given. */
  readonly gate?: EnterStep;
  readonly onProgress?:
    | ((progress: { readonly done: number; readonly total: number }, open: OpenBarrier | null) => void)
    | undefined;
};

/** Drives cases as far as they go, from their beginnings or from where they were left; the results are in their order. */
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
    // Only those that waited go on: the others have ended, and nobody asked for them to be tried again.
    return last !== undefined && last.waitsAt === null ? last : drive(index, { ...phase, enter });
  };
  return inPool(cases, driveOne, {
    ...(pool !== undefined && { size: pool }),
    onDone: (done) => onProgress?.({ done, total: cases.length }, phase.open),
    onFailure,
  });
}

/** Returns the barrier to open; none is while a case has neither come to one nor ended. */
function nextBarrier(driven: readonly DrivenCase[], closed: readonly string[]): string | undefined {
  if (driven.some(({ isStopped }) => isStopped)) return undefined;
  return closed.find((name) => driven.some(({ waitsAt }) => waitsAt === name));
}

/** A gate, and what closes it for good. */
type HaltingGate = { readonly enter: EnterStep; readonly close: () => void };

/** Makes a gate that can be closed; who is being asked by then still answers, and nobody else is asked. */
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
