/** What a bounded ask comes to: a report to take the step with, or why the walk stops where it is. */
import { type FaultCode, PenumbraError } from '../../kernel/index.ts';
import type { GraphNode } from '../definition/graph.ts';
import { type Artifact, takeArtifact } from '../nodes/artifact.ts';
import type { StepReport } from '../step/transition.ts';
import { reasonText } from '../step/walker-state.ts';
import type { Asked } from './ask-node.ts';

/** Returns why an artifact does not fit the schema of its node, or null; it also sees what a mask answered. */
export type CheckArtifact = (artifact: Artifact, node: GraphNode) => string | null;

/** A report, or a stop. */
export type StepOutcome =
  | { readonly report: StepReport }
  | { readonly stop: 'paused' | 'cancelled'; readonly reason: string };

/** Makes the outcome of an ask. */
export function reportOf(
  { run, how, answer }: Asked,
  node: GraphNode,
  { check, nodeTimeoutMs }: { readonly check?: CheckArtifact | undefined; readonly nodeTimeoutMs: number },
): StepOutcome {
  const { elapsedMs } = how;
  switch (run.outcome) {
    case 'finished':
      return {
        report: { ...how, ...resultOf(run.value, answer, (output) => check?.(output, node) ?? null) },
      };
    case 'cancelled':
      return { stop: 'cancelled', reason: reasonText(run.reason) };
    case 'threw':
      return afterError(run.error, how);
    case 'time-up':
      return { report: timeIsUp({ ...how, elapsedMs: elapsedMs + 1 }) };
    case 'timed-out': {
      const reason = `no answer within ${nodeTimeoutMs} milliseconds`;
      // Time that ran out was exceeded, whatever a coarse clock says.
      return { report: { ...how, elapsedMs: Math.max(elapsedMs, nodeTimeoutMs + 1), failure: { reason } } };
    }
  }
}

/** Returns the report of a step for which the walk has no time left. */
export function timeIsUp(how: StepReport): StepReport {
  return { ...how, failure: { reason: 'the time of the walk is up', isTimeUp: true } };
}

function afterError(error: unknown, how: Asked['how']): StepOutcome {
  if (error instanceof WalkPause) return { stop: 'paused', reason: reasonText(error) };
  // INVARIANT (a fault of the rim is no answer): the step has not been taken and can be taken again.
  if (isRimFault(error)) throw error;
  return { report: { ...how, failure: { reason: reasonText(error) } } };
}

/** What a mask made of an answer has to be an artifact, too, and to fit; an answer it left alone is recorded already. */
function resultOf(
  value: unknown,
  answer: Asked['answer'],
  misfitOf: (output: Artifact) => string | null,
): Pick<StepReport, 'output' | 'recorded' | 'failure'> {
  try {
    const taken = answer !== null && value === answer.output ? answer : takeArtifact(value);
    const misfit = misfitOf(taken.output);
    return misfit === null ? taken : { failure: { reason: reasonText(misfit) } };
  } catch (error) {
    return { failure: { reason: reasonText(error) } };
  }
}

const rimFaults: readonly FaultCode[] = [
  'store-unavailable',
  'store-read-only',
  'store-full',
  'store-busy',
  'store-version',
  'store-damaged',
  'outcome-unknown',
  'hash-mismatch',
  'log-corrupt',
  'digest-mismatch',
  'internal',
  'stopped',
  'model-unavailable',
];

/** Tells whether an error is a fault of the ledger, or of the way to a model, and so no answer. */
function isRimFault(error: unknown): boolean {
  return error instanceof PenumbraError && rimFaults.includes(error.code);
}

/** Thrown by an ask to pause the walk at the node it was asked at. */
export class WalkPause extends Error {
  override readonly name = 'WalkPause';
}
