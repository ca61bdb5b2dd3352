/**
 * The source behind `search`, `tree` and `history`: gathers evidence about a case through the tools, in the mode its mask
 * selected, and keeps it as frames, one for each candidate.
 */

import type { ChangeHistory } from '../../context/index.ts';
import { type CanonicalValue, type ContentId, canonicalText, type FrameId } from '../../kernel/index.ts';
import { type BasisInput, type FrameDraft, putFrames } from '../../ledger/index.ts';
import { type ComposedFrame, composeContent } from '../../oracle/index.ts';
import {
  type CaseEvidence,
  type CodeIndex,
  type EvidenceBlock,
  evidenceBlocks,
  gatherEvidence,
} from '../../rca/index.ts';
import type { ContextTerms } from '../../tools/index.ts';
import type { CaseWork } from './case-work.ts';

/** How far the search goes. */
export type EvidenceReach = {
  readonly sources: readonly string[];
  /** How many candidates are kept. */
  readonly depth: number;
  readonly focusPaths: readonly string[];
};

const AGENT = 'evidence';
const PRODUCER = { name: 'evidence', version: '1' } as const;
const REPOSITORY = 'root:repo';

/** Gathers evidence about a case; nothing where the guard shows no repository. */
export async function openEvidence(work: CaseWork, reach: EvidenceReach): Promise<readonly ComposedFrame[]> {
  const { setting, opened } = work;
  if (!reach.sources.includes('search')) return [];
  const terms = (await readContext(work, 'terms')) as ContextTerms | null;
  if (terms === null) return [];
  const history = reach.sources.includes('history')
    ? ((await readContext(work, 'history')) as ChangeHistory | null)
    : null;
  const index = setting.repository.indexOf(terms);
  const { base, blocks } = evidenceBlocks({
    record: opened.record,
    evidence: gatherOnce(work, index, history),
    index,
    history: history ?? undefined,
    historyDepth: setting.survey.history,
    depth: reach.depth,
    focusPaths: reach.focusPaths,
    contentOf: setting.survey.contentOf,
  });
  return keepEvidence(work, [{ type: 'evidence-base', block: base }, ...blocks.map(asEvidence)]);
}

/** The evidence of a case does not change with how much of it is told. */
function gatherOnce(work: CaseWork, index: CodeIndex, history: ChangeHistory | null): CaseEvidence {
  const known = work.gathered;
  if (known?.history === history) return known.evidence;
  const evidence = gatherEvidence(work.opened.record.failures, index, history ?? undefined);
  work.gathered = { history, evidence };
  return evidence;
}

type KeptBlock = { readonly type: string; readonly block: object };

function asEvidence(block: EvidenceBlock): KeptBlock {
  return { type: 'evidence', block };
}

async function keepEvidence(work: CaseWork, kept: readonly KeptBlock[]): Promise<readonly ComposedFrame[]> {
  const { ledger } = work.setting;
  const outcomes = await putFrames(
    ledger,
    kept.map(({ type, block }) => draft(work, type, block)),
  );
  return kept.flatMap(({ type, block }, index) => {
    const handle = outcomes[index]?.frameId;
    if (handle === undefined) return [];
    const content = { handle, agent: AGENT, payload: block as CanonicalValue };
    const composed = composeContent(content, ledger.types.get(type));
    work.shown.set(handle, composed);
    return [composed];
  });
}

async function readContext({ tools }: CaseWork, type: string): Promise<unknown> {
  const { reply, value } = await tools.call({
    tool: 'context',
    command: 'get',
    address: REPOSITORY,
    arguments: { type },
  });
  return reply.type === 'S' ? (value ?? null) : null;
}

/** Evidence rests on the case and, for a candidate, on the bytes of its file. */
function draft({ opened }: CaseWork, type: string, block: object): FrameDraft {
  const { content } = block as Partial<EvidenceBlock>;
  const inputs: readonly BasisInput[] = [
    opened.frame satisfies FrameId,
    ...(content === undefined ? [] : [content as ContentId]),
  ];
  return {
    subject: opened.subject,
    type,
    agent: AGENT,
    basis: { inputs, producer: PRODUCER },
    content: canonicalText(block as CanonicalValue),
  };
}
