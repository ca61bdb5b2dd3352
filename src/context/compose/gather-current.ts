/** Reads the standing frames of places. */
import { cite, compareCodePoints, PenumbraError } from '../../kernel/index.ts';
import type { NodeFrame } from '../frames/node-frame.ts';
import type { ComposePlan } from './check-request.ts';
import { composeLimits } from './compose-limits.ts';
import type { FrameFilter } from './compose-request.ts';
import type { GatheredFrame } from './composition.ts';
import type { ContextReader } from './context-reader.ts';
import type { Place } from './gather-places.ts';

/** A frame with how near its source is. */
export type Candidate = { readonly frame: GatheredFrame; readonly nearness: number };

/** Returns the frames of all places that pass the plan's filters, as they came in. */
export async function gatherCurrent(
  reader: ContextReader,
  places: readonly Place[],
  plan: ComposePlan,
): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  const isWanted = wantedBy(plan);
  let bytes = 0;
  for (let start = 0; start < places.length; start += composeLimits.readsAtOnce) {
    const group = places.slice(start, start + composeLimits.readsAtOnce);
    const read = await Promise.all(group.map(({ path }) => reader.standingFrames(path)));
    for (const [index, place] of group.entries()) {
      for (const frame of (read[index] ?? []).filter(isWanted)) {
        bytes += frame.content?.length ?? 0;
        found.push(candidateOf(frame, place));
        requireRoom({ frames: found.length, bytes, path: plan.path });
      }
    }
  }
  return found;
}

/** Compares by id, then by path: no two candidates are equal. */
export function byIdAndPath({ frame: left }: Candidate, { frame: right }: Candidate): number {
  return compareCodePoints(left.frameId, right.frameId) || compareCodePoints(left.path, right.path);
}

function candidateOf(frame: NodeFrame, { path, source, nearness }: Place): Candidate {
  return { frame: Object.freeze({ ...frame, path, source }), nearness };
}

function wantedBy({ include = {}, exclude = {} }: ComposePlan): (frame: NodeFrame) => boolean {
  const wanted = setsOf(include);
  const unwanted = setsOf(exclude);
  return ({ type, agent }) =>
    (wanted.types?.has(type) ?? true) &&
    (wanted.agents?.has(agent) ?? true) &&
    !unwanted.types?.has(type) &&
    !unwanted.agents?.has(agent);
}

function setsOf({ types, agents }: FrameFilter) {
  return { types: types && new Set(types), agents: agents && new Set(agents) };
}

function requireRoom({ frames, bytes, path }: { frames: number; bytes: number; path: string }): void {
  if (frames <= composeLimits.gatheredFrames && bytes <= composeLimits.gatheredBytes) return;
  throw new PenumbraError(
    'limit-exceeded',
    `there are too many frames around ${cite(path)} to compose them`,
    {
      data: { path, frames, bytes },
      hint: 'name fewer sources, or include fewer types',
    },
  );
}
