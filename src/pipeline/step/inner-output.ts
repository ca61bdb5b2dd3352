/** What a node that walks a definition produces: the last artifact of that walk, and how the walk ended. */
import { readArtifact } from '../nodes/recorded-artifact.ts';
import type { StepReport } from './step-report.ts';
import type { WalkerState } from './walker-state.ts';

/** Returns the report of a node whose inner walk has ended. */
export function innerOutput(inner: WalkerState): StepReport {
  const { status, terminal, prior, fault, reason, lastAgent: agent } = inner;
  if (status === 'failed') return { failure: { reason: fault?.message ?? 'the inner walk failed' } };
  if (prior === null) return { failure: { reason: reason ?? 'the inner walk left no artifact' } };
  const artifact = readArtifact(prior);
  return { agent, output: { ...artifact, data: { ...artifact.data, walk: { status, terminal } } } };
}
