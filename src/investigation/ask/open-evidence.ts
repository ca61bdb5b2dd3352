/**
 * The source behind `search`, `tree` and `history`: gathers evidence about a case through the tools, in the
 * mode its mask selected, and keeps it as frames, one per candidate.
 */
import {
  type ChangeHistory,
  type DiffBatch,
  findDiffSecrets,
  type RecentChanges,
} from '../../context/index.ts';
import type { ComposedFrame } from '../../disclosure/oracle/index.ts';
import { SECRET } from '../../engine/index.ts';
import { type CanonicalValue, type ContentId, canonicalText, freezeCanonical } from '../../kernel/index.ts';
import {
  type CaseEvidence,
  type ChangeBlock,
  type EvidenceBaseBlock,
  type EvidenceBlock,
  type EvidenceView,
  evidenceBlocks,
  gatherEvidence,
} from '../../rca/index.ts';
import type { ContextTerms, GitReader, Tools } from '../../tools/index.ts';
import type { KeptSecret } from '../run/run-secrets.ts';
import { type CaseWork, type KeptFrame, keepFrames } from './case-work.ts';
import { openTools, type Turn } from './turn.ts';

/** How far the search reaches. */
export type EvidenceReach = {
  readonly sources: readonly string[];
  /** How many candidates are kept. */
  readonly depth: number;
  readonly focusPaths: readonly string[];
};

const AGENT = 'evidence';
const PRODUCER = { name: 'evidence', version: '3' } as const;
const REPOSITORY = 'root:repo';
/** Canonical JSON escapes what is not ASCII. */
const PLACEHOLDER_START = canonicalText('‹secret').slice(1, -1);

/** Gathers evidence about a case; returns nothing if the guard exposes no repository. */
export async function openEvidence(turn: Turn, reach: EvidenceReach): Promise<readonly ComposedFrame[]> {
  const { work } = turn;
  const { setting, opened } = work;
  if (!reach.sources.includes('search')) return [];
  const tools = openTools(turn);
  const terms = (await readContext(tools, 'terms')) as ContextTerms | null;
  if (terms === null) return [];
  const hasHistory = reach.sources.includes('history');
  const history = hasHistory ? ((await readContext(tools, 'history')) as ChangeHistory | null) : null;
  const changes = hasHistory ? ((await readContext(tools, 'changes')) as RecentChanges | null) : null;
  const seen = await setting.repository.viewOf(
    { terms, history, changes },
    setting.cases.map(({ record }) => record),
  );
  const view = { ...seen, coverage: setting.coverage?.lines };
  const { base, blocks } = evidenceBlocks({
    record: opened.record,
    evidence: gatherOnce(work, view),
    view,
    historyDepth: setting.inputs.history,
    isElsewhere: setting.inputs.elsewhere && true,
    depth: reach.depth,
    focusPaths: reach.focusPaths,
    contentOf: setting.survey.contentOf,
  });
  const { screenName } = setting.secrets;
  const told = blocks.map((block) => ({ ...block, path: screenName(block.path) }));
  return keepFrames(work, [
    keptBlock(work, 'evidence-base', { ...base, test_files: base.test_files.map(screenName) }),
    ...told.map((block) => keptBlock(work, 'evidence', block)),
    ...(await keptSecrets(work, told)),
  ]);
}

/** The evidence of a case does not depend on how much of it is disclosed. */
function gatherOnce(work: CaseWork, view: EvidenceView): CaseEvidence {
  const known = work.gathered;
  if (known !== null && known.history === view.history) return known.evidence;
  const { failures, past } = work.opened.record;
  const evidence = gatherEvidence(failures, view, past);
  work.gathered = { history: view.history, evidence };
  return evidence;
}

async function readContext(tools: Tools, producer: string): Promise<unknown> {
  const { reply, value, fault } = await tools.call({
    tool: 'context',
    command: 'get',
    address: REPOSITORY,
    arguments: { producer },
  });
  // A tool failure says nothing about the repository.
  if (fault !== undefined) throw fault;
  return reply.type === 'S' ? (value ?? null) : null;
}

/** The secrets behind the placeholders in disclosed files and changes, for the guard and for auditors. */
async function keptSecrets(
  { opened, setting }: CaseWork,
  blocks: readonly EvidenceBlock[],
): Promise<readonly KeptFrame[]> {
  const { secrets, survey } = setting;
  const kept: KeptSecret[] = [];
  for (const { path, content, change } of blocks) {
    kept.push(...(await secrets.keep(secrets.foundIn(content), path)));
    if (change === undefined || !canonicalText(change).includes(PLACEHOLDER_START)) continue;
    // The stored commit no longer contains them, so they are read from the diffs.
    const { commit } = change;
    const { diffs, blobs } = diffsOf(survey.git, change);
    const found = diffs.flatMap((diff) => findDiffSecrets(secrets.scanner, diff, blobs));
    kept.push(...(await secrets.keep(found, commit === '' ? 'what is not committed' : `commit ${commit}`)));
  }
  const unique = new Map(kept.map((secret) => [canonicalText(secret), secret]));
  return [...unique].map(([content, payload]) => ({
    draft: { type: SECRET, agent: AGENT, basis: { inputs: [opened.frame] }, content },
    payload,
  }));
}

function diffsOf(git: GitReader, { commit, is_merge }: ChangeBlock): DiffBatch {
  const blobs = new Map<string, Uint8Array>();
  if (is_merge) return { diffs: git.readMerges([commit]), blobs };
  return (commit === '' ? git.readUncommitted() : git.readDiffs([commit])) ?? { diffs: [], blobs };
}

/** Evidence is based on the case and, for a candidate, on the bytes of its file. */
function keptBlock(
  { opened, setting }: CaseWork,
  type: 'evidence' | 'evidence-base',
  block: EvidenceBlock | EvidenceBaseBlock,
): KeptFrame {
  const payload = freezeCanonical(block as CanonicalValue);
  const files = 'content' in block && block.content !== '' ? [block.content as ContentId] : [];
  const { folder } = setting.inputs;
  const asked = folder === undefined ? [] : [{ external: { name: 'asked-in', value: folder } }];
  const ran = setting.coverage === undefined ? [] : [setting.coverage.frame];
  const basis = { inputs: [opened.frame, ...files, ...asked, ...ran], producer: PRODUCER };
  return { draft: { type, agent: AGENT, basis, content: canonicalText(payload) }, payload };
}
