/** Binds the sources that masks open to what brings them: memory, the repository, the other cases. */
import type { ComposedFrame } from '../../disclosure/oracle/index.ts';
import { readArtifact } from '../../pipeline/index.ts';
import {
  isCommittedByNow,
  isPriorStale,
  recallCandidates,
  relatedCases,
  wasThereWhenGreen,
} from '../../rca/index.ts';
import { type CaseWork, showFrames } from '../case/case-work.ts';
import type { Comparison } from '../case/compare-cases.ts';
import { openEvidence } from './open-evidence.ts';
import type { Turn } from './turn.ts';

/** What is open at a step, and how deep it is to be looked into. */
export type OpenedSources = {
  readonly sources: readonly string[];
  readonly depth: number;
  readonly comparison: Comparison;
  /** The masks that opened them. */
  readonly by: string;
};

type Source = (turn: Turn, opened: OpenedSources) => Promise<readonly ComposedFrame[]>;

/** The sources by name; those one binding serves together are named once. */
const bindings: readonly { readonly names: readonly string[]; readonly open: Source }[] = [
  { names: ['prior-causes', 'symptoms'], open: openMemory },
  { names: ['search', 'history', 'tree'], open: openRepository },
  { names: ['other-cases'], open: openOtherCases },
];

/** Opens sources and returns the frames they bring; a source that nothing is bound to brings none. */
export async function openSources(turn: Turn, opened: OpenedSources): Promise<readonly ComposedFrame[]> {
  const frames: ComposedFrame[] = [];
  for (const { names, open } of bindings) {
    const bound = names.filter((name) => opened.sources.includes(name));
    if (bound.length === 0) continue;
    for (const source of bound) turn.notes.add('source-opened', { source, by: opened.by });
    frames.push(...(await open(turn, opened)));
  }
  return frames;
}

async function openMemory({ work }: Turn): Promise<readonly ComposedFrame[]> {
  const { setting, opened } = work;
  const known = recallCandidates(setting.memory, opened.record);
  const recent = known.length === 0 ? null : ((await setting.repository.means.changes?.()) ?? null);
  const candidates = known.filter(
    ({ cause: { block } }) => !wasThereWhenGreen(block, recent) && !isCommittedByNow(block, recent),
  );
  const stale = new Set(
    candidates.flatMap(({ cause }) => (isPriorStale(cause, setting.survey.contentOf) ? [cause.frame] : [])),
  );
  const ids = candidates.flatMap(({ symptom, cause }) => [symptom.frame, cause.frame]);
  return showFrames(work, [...new Set(ids)], { isStale: (id) => stale.has(id) });
}

/** Of many cases only those that could share the cause are told of. */
async function openOtherCases(
  { work }: Turn,
  { comparison }: OpenedSources,
): Promise<readonly ComposedFrame[]> {
  const own = comparison[work.opened.order];
  if (own === undefined) return [];
  const related = relatedCases(
    own.block,
    comparison.map(({ block }) => block),
  );
  const frames = related.flatMap((block) => comparison[block.order]?.frame ?? []);
  return showFrames(work, frames);
}

async function openRepository(
  turn: Turn,
  { sources, depth }: OpenedSources,
): Promise<readonly ComposedFrame[]> {
  return openEvidence(turn, { sources, depth, focusPaths: focusPaths(turn.work) });
}

/** Where the step before said to look. */
function focusPaths({ journal }: CaseWork): readonly string[] {
  const recorded = journal.progress.walk?.state.outputs.resolve;
  if (recorded === undefined) return [];
  const { selected_repos } = readArtifact(recorded).data as {
    readonly selected_repos: readonly { readonly focus_paths?: readonly string[] }[];
  };
  return selected_repos.flatMap(({ focus_paths }) => focus_paths ?? []);
}
