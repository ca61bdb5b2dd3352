/**
 * The ask port of the light path: opens the sources that masks opened, compiles the pack, lets the agent answer it, and
 * checks the reply. The agent sees the pack and nothing else.
 */
import { elementTraits } from '../../pipeline/agents/index.ts';
import type { Ask, AskedNode } from '../../pipeline/index.ts';
import { holdToEvidence, type LightArtifactType, lightHeuristics, lightSchema } from '../../rca/index.ts';
import type { CaseWork } from '../case/case-work.ts';
import type { Comparison } from '../case/compare-cases.ts';
import { answerPack } from './answer-pack.ts';
import { earlierFrames, ownReplies } from './earlier-frames.ts';
import { openSources } from './open-sources.ts';
import { openTurn } from './turn.ts';

const MOST_CANDIDATES = 50;
/** How often a model is asked again whose answer was not taken. */
const MOST_RETRIES = 2;

/** Makes the ask port of a case; before the cases are compared, none is asked about others. */
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

/** Counts over all walks of the case, so that a second pass goes on where the first one ended. */
function visitOf({ journal }: CaseWork, { name }: AskedNode): number {
  return journal.progress.replies.filter(({ node }) => node === name).length + 1;
}

/** Each visit looks deeper than the one before. */
function evidenceDepth({ setting: { light } }: CaseWork, { agent }: AskedNode, visit: number): number {
  const trait = agent?.element ? elementTraits(agent.element).evidenceDepth : 1;
  const declared = Number(light.vars.evidence_depth ?? trait);
  return Math.min(MOST_CANDIDATES, declared * 2 ** (visit - 1));
}
