/**
 * A seat of the court as the engine fills it: what the court shows the seat becomes frames, a pack, and a
 * checked answer.
 */

import {
  answerSeat,
  type CourtRole,
  type CourtSeat,
  courtBlocks,
  holdSeat,
  type SeatContext,
  seatSchema,
} from '../../court/index.ts';
import type { ComposedFrame } from '../../disclosure/oracle/index.ts';
import { COURT_VIEW } from '../../engine/index.ts';
import { canonicalText, type FrameId } from '../../kernel/index.ts';
import type { AgentIdentity } from '../../pipeline/agents/index.ts';
import { askOnce } from '../../pipeline/index.ts';
import { answerPack } from './answer-pack.ts';
import { type CaseWork, keepFrames } from './case-work.ts';
import { contestedEvidence } from './earlier-frames.ts';
import { openTurn, type Turn } from './turn.ts';

const AGENT = 'court';

/** Fills a seat with an agent. */
export function createSeat(work: CaseWork, role: CourtRole, identity: AgentIdentity): CourtSeat {
  return {
    identity,
    ask: (context, signal) => {
      const { node, rejected = '' } = context;
      const turn = openTurn(work, null);
      if (node !== 'hearing') return answerAs(turn, { role, identity, context, signal });
      // Three seats speak in one step, so each statement is recorded separately.
      const name = rejected === '' ? role : `${role}, again`;
      return askOnce(work.journal, name, (notes) =>
        answerAs({ ...turn, notes }, { role, identity, context, signal }),
      );
    },
  };
}

async function answerAs(
  turn: Turn,
  {
    role,
    identity,
    context,
    signal,
  }: {
    readonly role: CourtRole;
    readonly identity: AgentIdentity;
    readonly context: SeatContext;
    readonly signal: AbortSignal;
  },
) {
  const { work, notes } = turn;
  const { node, round = 0, rejected = '' } = context;
  const by = work.setting.court.nodes.find(({ name }) => name === node)?.masks.join(', ') ?? '';
  for (const source of context.openSources) notes.add('source-opened', { source, by });
  return answerPack(turn, {
    node,
    artifact: node === 'hearing' ? `statement-${role}` : node,
    schema: seatSchema({ node, role }),
    bounds: { node, role, round, rejected },
    preamble: identity.preamble,
    frames: [...(await contestedEvidence(work)), ...(await viewFrames(work, context))],
    answer: (pack) => answerSeat({ node, role }, pack),
    asked: {
      prompt: node === 'hearing' ? `court-hearing-${role}` : `court-${node}`,
      signal,
      // The court does its own second ask, and no heuristic replaces a party.
      retries: rejected === '' ? 1 : 0,
      standsIn: false,
      take: (said, own) => holdSeat({ node, role }, said, own),
    },
  });
}

/** What the court shows a seat, as frames based on the artifacts it was taken from. */
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

function trialFrames({ journal, opened, setting }: CaseWork): readonly FrameId[] {
  const nodes = setting.court.nodes.map(({ name }) => name);
  const recorded = nodes.flatMap((node) => journal.progress.frames[node] ?? []);
  return [...new Set([opened.frame, ...recorded])];
}
