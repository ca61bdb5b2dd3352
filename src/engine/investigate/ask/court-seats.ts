/** A seat of the court as the engine fills it: what the court lets it see becomes frames, a pack, and a checked answer. */
import type { AgentIdentity } from '../../../agents/index.ts';
import {
  answerSeat,
  type CourtRole,
  type CourtSeat,
  courtBlocks,
  type SeatContext,
  seatSchema,
} from '../../../court/index.ts';
import { canonicalText, type FrameId } from '../../../kernel/index.ts';
import type { ComposedFrame } from '../../../oracle/index.ts';
import { COURT_VIEW } from '../../frame-types.ts';
import type { CaseWork } from '../case/case-work.ts';
import { answerPack } from './answer-pack.ts';
import { contestedEvidence } from './earlier-frames.ts';
import { keepFrames } from './keep-frames.ts';
import { openTurn } from './turn.ts';

const AGENT = 'court';

/** Fills a seat with an agent. */
export function createSeat(work: CaseWork, role: CourtRole, identity: AgentIdentity): CourtSeat {
  return {
    identity,
    ask: async (context) => {
      const { node, round = 0, rejected = '' } = context;
      return answerPack(openTurn(work, null), {
        node,
        artifact: node === 'hearing' ? `statement-${role}` : node,
        schema: seatSchema({ node, role }),
        bounds: { node, role, round, rejected },
        preamble: identity.preamble,
        frames: [...(await contestedEvidence(work)), ...(await viewFrames(work, context))],
        answer: (pack) => answerSeat({ node, role }, pack),
      });
    },
  };
}

/** What the court shows a seat, as frames that rest on the artifacts it is taken from. */
async function viewFrames(work: CaseWork, context: SeatContext): Promise<readonly ComposedFrame[]> {
  const basis = { inputs: trialFrames(work) };
  return keepFrames(
    work,
    courtBlocks(context).map((block) => ({
      draft: { type: COURT_VIEW, agent: AGENT, basis, content: canonicalText(block) },
      payload: block.payload,
      kind: block.kind,
    })),
  );
}

function trialFrames({ progress, opened, setting }: CaseWork): readonly FrameId[] {
  const nodes = setting.court.nodes.map(({ name }) => name);
  const recorded = nodes.flatMap((node) => progress.frames[node] ?? []);
  return [...new Set([opened.frame, ...recorded])];
}
