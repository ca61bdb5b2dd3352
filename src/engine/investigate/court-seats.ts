/** A seat of the court as the engine fills it: what the court lets it see becomes frames, a pack, and a checked answer. */
import type { AgentIdentity } from '../../agents/index.ts';
import {
  answerSeat,
  type CourtBlock,
  type CourtRole,
  type CourtSeat,
  courtBlocks,
  type SeatContext,
  seatSchema,
} from '../../court/index.ts';
import { canonicalText, type FrameId } from '../../kernel/index.ts';
import { putFrames } from '../../ledger/index.ts';
import type { ComposedFrame } from '../../oracle/index.ts';
import { answerPack } from './answer-pack.ts';
import { BARE_MODE, type CaseWork } from './case-work.ts';
import { contestedEvidence } from './earlier-frames.ts';

const AGENT = 'court';
const TYPE = 'court-view';

/** Fills a seat with an agent. */
export function createSeat(work: CaseWork, role: CourtRole, identity: AgentIdentity): CourtSeat {
  return {
    identity,
    ask: async (context) => {
      const { node, round = 0, rejected = '' } = context;
      work.mode = BARE_MODE;
      return answerPack(work, {
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
  const blocks = courtBlocks(context);
  const inputs = trialFrames(work);
  const outcomes = await putFrames(
    work.setting.ledger,
    blocks.map((block) => ({
      subject: work.opened.subject,
      type: TYPE,
      agent: AGENT,
      basis: { inputs },
      content: canonicalText(block),
    })),
  );
  return blocks.flatMap((block, index) => composeView(block, outcomes[index]?.frameId));
}

function composeView({ kind, payload }: CourtBlock, handle: FrameId | undefined): readonly ComposedFrame[] {
  if (handle === undefined) return [];
  const provenance = { source: AGENT, event_ids: [], rule_refs: [] };
  return [
    {
      handle,
      kind,
      payload,
      provenance,
      slice: 'facts',
      visibility: 'public',
      precision: 'unlocked',
      precise: [],
    },
  ];
}

function trialFrames({ progress, opened, setting }: CaseWork): readonly FrameId[] {
  const nodes = setting.court.nodes.map(({ name }) => name);
  const recorded = nodes.flatMap((node) => progress.frames[node] ?? []);
  return [...new Set([opened.frame, ...recorded])];
}
