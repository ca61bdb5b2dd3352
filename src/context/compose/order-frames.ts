/** Puts candidates in the order a plan asks for; every order ends with id and path, so that none leaves a tie. */
import { compareCodePoints } from '../../kernel/index.ts';
import type { ComposePlan } from './check-request.ts';
import { comparisonOf } from './custom-order.ts';
import { byIdAndPath, type Candidate } from './gather-current.ts';

type Compare = (left: Candidate, right: Candidate) => number;

/** Returns candidates in order; a custom comparison that contradicts itself keeps something of the order they had. */
export function orderFrames(candidates: readonly Candidate[], plan: ComposePlan): readonly Candidate[] {
  const compare = compareFor(plan);
  return candidates.toSorted((left, right) => compare(left, right) || byIdAndPath(left, right));
}

function compareFor({ order, customOrder, types, agents }: ComposePlan): Compare {
  if (customOrder) {
    const compare = comparisonOf(customOrder);
    return (left, right) => compare(left.frame, right.frame);
  }
  if (order === 'type') return byPriority('type', types);
  if (order === 'agent') return byPriority('agent', agents);
  return order === 'relevance' ? byRelevance : byRecency;
}

function byRecency({ frame: left }: Candidate, { frame: right }: Candidate): number {
  return right.recordedMs - left.recordedMs;
}

function byRelevance(left: Candidate, right: Candidate): number {
  return (right.frame.score ?? 0) - (left.frame.score ?? 0) || left.nearness - right.nearness;
}

/** What is in the list comes first, as listed; the rest by name. */
function byPriority(field: 'type' | 'agent', list: readonly string[] = []): Compare {
  const ranks = new Map<string, number>();
  for (const [index, name] of list.entries()) if (!ranks.has(name)) ranks.set(name, index);
  const rankOf = (name: string) => ranks.get(name) ?? list.length;
  return (left, right) => {
    const [a, b] = [left.frame[field], right.frame[field]];
    return rankOf(a) - rankOf(b) || compareCodePoints(a, b) || byRecency(left, right);
  };
}
