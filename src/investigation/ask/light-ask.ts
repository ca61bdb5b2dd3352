/**
 * The ask port of the light path: opens the sources the masks allow, compiles the pack, asks the agent, and
 * checks the reply. The agent sees nothing but the pack.
 */

import type { ComposedFrame } from '../../disclosure/oracle/index.ts';
import type { FrameId } from '../../kernel/index.ts';
import { elementTraits } from '../../pipeline/agents/index.ts';
import { type Ask, type AskedNode, readArtifact } from '../../pipeline/index.ts';
import {
  holdToEvidence,
  isCommittedByNow,
  isPriorStale,
  type LightArtifactType,
  lightHeuristics,
  lightSchema,
  type OtherCaseBlock,
  recallCandidates,
  relatedCases,
  wasThereWhenGreen,
} from '../../rca/index.ts';
import { answerPack } from './answer-pack.ts';
import { type CaseWork, showFrames } from './case-work.ts';
import { earlierFrames, ownReplies } from './earlier-frames.ts';
import { openEvidence } from './open-evidence.ts';
import { openTurn, type Turn } from './turn.ts';

const MOST_CANDIDATES = 50;
/** How many times a model is asked again after its answer is rejected. */
const MOST_RETRIES = 2;

/** Makes a case's ask port; until the cases have been compared, none sees the others. */
export function createLightAsk(work: CaseWork, comparison: Comparison): Ask {
  return async (node, context, signal) => {
    const turn = openTurn(work, context.mode);
    const type = node.artifact as LightArtifactType;
    const visit = visitOf(work, node);
    const depth = evidenceDepth(work, node, visit);
    const told = [
      ...(await openSources(turn, {
        sources: context.openSources,
        depth,
        comparison,
        by: context.state.worn.join(', '),
      })),
      ...(await earlierFrames(work, node)),
    ];
    return answerPack(turn, {
      node: node.name,
      artifact: type,
      schema: lightSchema(type),
      bounds: { node: node.name, visit, evidence_depth: depth, meta: context.meta },
      preamble: node.agent?.preamble ?? '',
      frames: [...told, ...(await ownReplies(work, node, told))],
      answer: lightHeuristics[type],
      asked: {
        prompt: type,
        signal,
        retries: MOST_RETRIES,
        standsIn: true,
        take: (said, own) => holdToEvidence(type, said, own()),
      },
    });
  };
}

/** Counts across all walks of the case, so that a second pass continues where the first one ended. */
function visitOf({ journal }: CaseWork, { name }: AskedNode): number {
  return journal.progress.replies.filter(({ node }) => node === name).length + 1;
}

/** Each visit looks deeper than the previous one. */
function evidenceDepth({ setting: { light } }: CaseWork, { agent }: AskedNode, visit: number): number {
  const trait = agent?.element ? elementTraits(agent.element).evidenceDepth : 1;
  const declared = Number(light.vars.evidence_depth ?? trait);
  return Math.min(MOST_CANDIDATES, declared * 2 ** (visit - 1));
}

/** The summary of a case at the barrier, and the frame that holds it. */
type Compared = { readonly block: OtherCaseBlock; readonly frame: FrameId };

/** All cases of a run at the barrier, in order. */
export type Comparison = readonly Compared[];

/** The sources open at a step, and how deep to look. */
type OpenedSources = {
  readonly sources: readonly string[];
  readonly depth: number;
  readonly comparison: Comparison;
  /** The masks that opened them. */
  readonly by: string;
};

type Source = (turn: Turn, opened: OpenedSources) => Promise<readonly ComposedFrame[]>;

/** The sources by name; sources served together by one binding are listed once. */
const bindings: readonly { readonly names: readonly string[]; readonly open: Source }[] = [
  { names: ['prior-causes', 'symptoms'], open: openMemory },
  { names: ['search', 'history', 'tree'], open: openRepository },
  { names: ['other-cases'], open: openOtherCases },
];

/** Opens sources and returns their frames; a source without a binding yields none. */
async function openSources(turn: Turn, opened: OpenedSources): Promise<readonly ComposedFrame[]> {
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

/** Of many cases, only those that could share the cause are shown. */
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

/** The paths that the preceding step said to look at. */
function focusPaths({ journal }: CaseWork): readonly string[] {
  const recorded = journal.progress.walk?.state.outputs.resolve;
  if (recorded === undefined) return [];
  const { selected_repos } = readArtifact(recorded).data as {
    readonly selected_repos: readonly { readonly focus_paths?: readonly string[] }[];
  };
  return selected_repos.flatMap(({ focus_paths }) => focus_paths ?? []);
}
