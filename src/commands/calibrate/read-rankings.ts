/** Reads the final rankings and the court decisions of a run from its ledger. */
import type { OutcomeRanking, OutcomeTrial } from '../../calibrate/index.ts';
import { type OpenLedgerOptions, withLedger } from '../../engine/index.ts';
import { type FrameId, parseCanonical } from '../../kernel/index.ts';
import { type FrameRecord, readFrames, type StoreReader } from '../../ledger/index.ts';
import { type Artifact, type RecordedArtifact, readArtifact } from '../../pipeline/index.ts';
import type { EvidenceBlock } from '../../rca/index.ts';
import type { RunModel } from '../../record/index.ts';

/** How many cases of one run are kept; more are nearly always one fault seen many times. */
const MOST_RANKINGS = 32;

/** Returns the rankings and trials of a run's cases, in order. */
export async function readRankings(
  options: OpenLedgerOptions,
  { cases }: RunModel,
): Promise<{ readonly rankings: readonly OutcomeRanking[]; readonly trials: readonly OutcomeTrial[] }> {
  return withLedger({ ...options, create: false }, async ({ store }) => {
    const rankings: OutcomeRanking[] = [];
    const trials: OutcomeTrial[] = [];
    for (const one of cases) {
      const investigated = await lastArtifact(store, one, 'investigate');
      if (investigated && rankings.length < MOST_RANKINGS)
        rankings.push(await rankingOf(store, investigated));
      const trial = await trialOf(store, one);
      if (trial) trials.push(trial);
    }
    return { rankings, trials };
  });
}

type RunCase = RunModel['cases'][number];

async function rankingOf(store: StoreReader, record: FrameRecord): Promise<OutcomeRanking> {
  const told = (record.basis?.inputs ?? []).filter(
    (input): input is FrameId => typeof input === 'string' && input.startsWith('frame:'),
  );
  const blocks = (await readFrames(store, told)).flatMap(({ frame, content }) =>
    frame?.type === 'evidence' && content ? [parseCanonical(content) as unknown as EvidenceBlock] : [],
  );
  const { convergence_score, world } = dataOf(record);
  return {
    convergence: Math.round(Number(convergence_score ?? 0) * 10_000),
    world: String(world ?? 'unknown'),
    candidates: blocks.map(({ path, side, features }) => ({ path, side, features })),
  };
}

async function trialOf(store: StoreReader, one: RunCase): Promise<OutcomeTrial | null> {
  const [charge, verdict] = [
    await lastArtifact(store, one, 'indict'),
    await lastArtifact(store, one, 'verdict'),
  ];
  if (charge === undefined || verdict === undefined) return null;
  const tried = one.steps.slice(
    0,
    one.steps.findLastIndex(({ node }) => node === 'indict'),
  );
  const concluded = await lastArtifact(store, { steps: tried }, 'report');
  const { decision, final_location } = dataOf(verdict);
  return {
    decision: String(decision),
    charged: String(dataOf(charge).charged_location),
    held: String(final_location),
    confidence: confidenceOf(concluded),
    // The confidence of an acquittal is the confidence that the charge fails.
    strength: decision === 'acquit' ? 1 - confidenceOf(verdict) : confidenceOf(verdict),
  };
}

function confidenceOf(record: FrameRecord | undefined): number {
  const content = record?.content ?? null;
  return content === null ? 0 : (readArtifact(parseCanonical(content) as RecordedArtifact).confidence ?? 0);
}

async function lastArtifact(
  store: StoreReader,
  { steps }: Pick<RunCase, 'steps'>,
  node: string,
): Promise<FrameRecord | undefined> {
  const artifact = steps.findLast((step) => step.node === node && step.artifact !== null)?.artifact;
  return artifact ? (await readFrames(store, [artifact.frame]))[0] : undefined;
}

function dataOf({ content }: FrameRecord): Artifact['data'] {
  return content === null ? {} : readArtifact(parseCanonical(content) as RecordedArtifact).data;
}
