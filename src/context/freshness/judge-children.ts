/** Judges a synthesised frame: it must be what would be made of the directory's children now, and each of them fresh. */
import { compareCodePoints, sortByCodePoint } from '../../kernel/index.ts';
import { joinPath, lastName } from '../scan/tree-path.ts';
import { gatherParts, missingParts } from '../synthesis/gather-parts.ts';
import type { SynthesisBasis, SynthesisPart } from '../synthesis/synthesis-basis.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import { unrecorded } from './judge-content.ts';
import { restingOn, scanInForce } from './judge-frame-input.ts';
import type { Judge, JudgedFrame } from './judged-frame.ts';
import type { SinceScan, Staleness } from './staleness.ts';

/** Returns what moved among the children of a directory, or null where nothing did. */
export async function judgeChildren(
  judge: Judge,
  { at }: JudgedFrame & { readonly at: string },
  { recipe, parts }: SynthesisBasis,
): Promise<Staleness | null> {
  const { standpoint } = judge;
  const now = (await gatherParts(standpoint, at, recipe)).flatMap((child) => child.parts);
  const moved = firstDifference(parts, now);
  if (moved) {
    const { name, staleness } = moved;
    return { ...staleness, since: await sinceOf(standpoint, joinPath(at, name), staleness.to) };
  }
  const [missing] = await missingParts(standpoint, at, recipe);
  if (missing) {
    const since = await sinceOf(standpoint, missing.path, null);
    return {
      reason: 'children-changed',
      input: `child:${lastName(missing.path)}`,
      from: null,
      to: null,
      since,
    };
  }
  const records = await standpoint.frames(parts.map(({ frameId }) => frameId));
  for (const [index, { name, frameId }] of parts.entries()) {
    const { frame, basis } = records[index] ?? {};
    if (!frame || !basis)
      return { reason: 'frame-missing', input: frameId, from: frameId, to: null, since: null };
    const verdict = await judge.judge({ frameId, frame, basis, at: joinPath(at, name) });
    if (verdict) return restingOn(frameId, verdict);
  }
  return null;
}

/** Returns the scan since which a child has another frame, or none. */
async function sinceOf(
  standpoint: Standpoint,
  child: string,
  frameId: string | null,
): Promise<SinceScan | null> {
  const place = (await standpoint.standing(child)).find((standing) => standing.frameId === frameId);
  const { segments, entries } = await standpoint.lineage(child);
  // A frame that came with a renamed child is there since the rename.
  if (place) return scanInForce(standpoint, Math.max(place.stamp, segments[0]?.fromStamp ?? 0));
  const last = entries.at(-1);
  const scan = last && standpoint.scans[last.scan - 1];
  const isRecorded = (last?.contentId ?? null) === (standpoint.tree.at(child)?.contentId ?? null);
  return scan && isRecorded ? { scan: scan.scan, root: scan.root } : unrecorded(standpoint);
}

/** Names the first section, by name, whose frames are not those it was made from. */
function firstDifference(
  before: readonly SynthesisPart[],
  after: readonly SynthesisPart[],
): { readonly name: string; readonly staleness: Omit<Staleness, 'since'> } | null {
  const then = framesByName(before);
  const now = framesByName(after);
  const names = [...new Set([...then.keys(), ...now.keys()])].sort(compareCodePoints);
  for (const name of names) {
    const [old = [], present = []] = [then.get(name), now.get(name)];
    const from = old.find((frameId) => !present.includes(frameId)) ?? null;
    const to = present.find((frameId) => !old.includes(frameId)) ?? null;
    if (from === null && to === null) continue;
    const reason = from !== null && to !== null ? 'frame-superseded' : 'children-changed';
    return { name, staleness: { reason, input: from ?? `child:${name}`, from, to } };
  }
  return null;
}

function framesByName(parts: readonly SynthesisPart[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(parts, ({ name }) => name);
  return new Map(
    [...groups].map(([name, own]) => [name, sortByCodePoint(own.map(({ frameId }) => frameId))]),
  );
}
