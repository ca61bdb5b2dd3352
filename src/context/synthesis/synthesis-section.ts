/** What a synthesis is made of: for each child of a directory its name and its frames, in one order for all readers. */
import { compareCodePoints } from '../../kernel/index.ts';

/** A frame of a child, with its content as text. */
export type SectionFrame = {
  readonly frameId: string;
  readonly type: string;
  readonly agent: string;
  readonly content: string;
};

/** A child of the directory. */
export type SynthesisSection = { readonly name: string; readonly frames: readonly SectionFrame[] };

/** Returns sections by name and their frames by type, agent and id; equal names are one section, those without frames none. */
export function orderSections(sections: readonly SynthesisSection[]): readonly SynthesisSection[] {
  const byName = new Map<string, SectionFrame[]>();
  for (const { name, frames } of sections) {
    if (frames.length === 0) continue;
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [...frames]);
    else for (const frame of frames) known.push(frame);
  }
  return [...byName]
    .map(([name, frames]) => ({ name, frames: frames.sort(compareFrames) }))
    .sort((left, right) => compareCodePoints(left.name, right.name));
}

function compareFrames(left: SectionFrame, right: SectionFrame): number {
  return (
    compareCodePoints(left.type, right.type) ||
    compareCodePoints(left.agent, right.agent) ||
    compareCodePoints(left.frameId, right.frameId)
  );
}
