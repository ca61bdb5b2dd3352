/** Filtering: which frames of which children a rule keeps. */

import { toByteText } from '../scan/byte-text.ts';
import { compileGlob } from '../scan/glob.ts';
import type { FilterRule } from './synthesis-policy.ts';
import type { SynthesisSection } from './synthesis-section.ts';

/** Returns the sections with the frames that fit every list of the rule, and only those that have some left. */
export function filterSections(
  sections: readonly SynthesisSection[],
  { types, agents, names, contains }: FilterRule,
): readonly SynthesisSection[] {
  const globs = names?.map((pattern) => compileGlob(toByteText(pattern), { isPath: false }));
  return sections
    .filter(({ name }) => globs === undefined || globs.some((glob) => glob.matches(toByteText(name))))
    .map(({ name, frames }) => ({
      name,
      frames: frames.filter(
        ({ type, agent, content }) =>
          (types === undefined || types.includes(type)) &&
          (agents === undefined || agents.includes(agent)) &&
          (contains === undefined || contains.some((text) => content.includes(text))),
      ),
    }))
    .filter(({ frames }) => frames.length > 0);
}
