/** One question to one seat: asked again once, with the reason, where the answer does not fit. */
import type { AgentIdentity } from '../agents/index.ts';
import { PenumbraError } from '../kernel/index.ts';
import type { ReadAnswer } from './read-answer.ts';
import type { SeatContext } from './seat-context.ts';
import type { CourtRole } from './seat-court.ts';

/** Somebody in a seat. What they answer is data and never trusted. */
export type CourtSeat = {
  readonly identity: AgentIdentity;
  /** Answers with the step's artifact, or at the hearing with a statement; the signal tells when nobody waits. */
  readonly ask: (context: SeatContext, signal: AbortSignal) => unknown;
};

/** The seats of a trial. */
export type CourtSeats = Readonly<Record<CourtRole, CourtSeat>>;

const LONGEST_REASON = 500;

/** Asks a seat and reads its answer; it throws where the second answer does not fit either. */
export async function askSeat<Value>(
  seat: CourtSeat,
  { context, signal }: { readonly context: SeatContext; readonly signal: AbortSignal },
  read: (answer: unknown) => ReadAnswer<Value>,
): Promise<Value> {
  const attempt = async (given: SeatContext) => {
    // A round whose time is up asks nobody any more: what it brought would be taken for the next one's.
    signal.throwIfAborted();
    return readSafely(read, await seat.ask(given, signal));
  };
  const first = await attempt(context);
  if ('value' in first) return first.value;
  const rejected = first.misfit.slice(0, LONGEST_REASON);
  const second = await attempt({ ...context, rejected });
  if ('value' in second) return second.value;
  // No heuristic stands in for a party: the walk records that the seat failed.
  const reason = second.misfit.slice(0, LONGEST_REASON);
  throw new PenumbraError(
    'agent-failed',
    `${context.role} did not answer at \`${context.node}\`: ${reason}`,
    {
      data: { role: context.role, node: context.node },
      hint: 'look at the recorded answers of the seat',
    },
  );
}

/** Reads an answer; whatever reading it throws, a circle or a getter of its own, is a misfit, too. */
function readSafely<Value>(read: (answer: unknown) => ReadAnswer<Value>, answer: unknown): ReadAnswer<Value> {
  try {
    return read(answer);
  } catch (error) {
    return { misfit: `it cannot be read: ${error instanceof Error ? error.message : 'it throws'}` };
  }
}
