// What an evaluated case leaves for fitting and for the recorded slice: how settled it was, where the answer stood,
// and the features of the candidates its agents were told of.

import { openLedger } from '../src/engine/index.ts';
import type { Investigation } from '../src/engine/investigate/index.ts';
import { type FrameId, parseCanonical } from '../src/kernel/index.ts';
import { type FrameRecord, readFrames, type StoreReader } from '../src/ledger/index.ts';
import { type Artifact, type RecordedArtifact, readArtifact } from '../src/pipeline/index.ts';
import type { EvidenceBlock } from '../src/rca/index.ts';

/** The gold answer of a case, as far as it is used. */
export type Gold = { readonly project: string; readonly fixed_files: readonly string[] };

/** One case of the evaluation. */
export type EvaluatedCase = {
  /** In basis points, of the last investigation of the first case of the report. */
  readonly convergence: number;
  /** Where the first right file stands in the report, from 1; null where it does not. */
  readonly rank: number | null;
  readonly candidates: readonly Pick<EvidenceBlock, 'path' | 'side' | 'features'>[];
  /** What every court of the run decided, and whether its place and the one it was asked about are right. */
  readonly trials: readonly { readonly decision: string; readonly was: boolean; readonly held: boolean }[];
};

/** Reads what a case left in its ledger and its report. */
export async function recordOf(
  options: { readonly workspace: string; readonly store: string },
  { document, model }: Investigation,
  gold: Gold,
): Promise<EvaluatedCase> {
  const ledger = await openLedger({ ...options, create: false });
  try {
    const [firstCase] = model.cases;
    const record = firstCase && (await lastArtifact(ledger.store, firstCase, 'investigate'));
    const data = record && dataOf(record);
    const told = (record?.basis?.inputs ?? []).filter(
      (input): input is FrameId => typeof input === 'string' && input.startsWith('frame:'),
    );
    const blocks = (await readFrames(ledger.store, told)).flatMap(({ frame, content }) =>
      frame?.type === 'evidence' && content ? [parseCanonical(content) as unknown as EvidenceBlock] : [],
    );
    return {
      convergence: Math.round(Number(data?.convergence_score ?? 0) * 10_000),
      rank: rankIn(document, gold),
      candidates: blocks.map(({ path, side, features }) => ({ path, side, features })),
      trials: await trialsOf(ledger.store, model, gold),
    };
  } finally {
    await ledger.store.close();
  }
}

async function trialsOf(
  store: StoreReader,
  { cases }: Investigation['model'],
  { fixed_files }: Gold,
): Promise<EvaluatedCase['trials']> {
  const trials: EvaluatedCase['trials'][number][] = [];
  for (const one of cases) {
    const [charge, verdict] = [
      await lastArtifact(store, one, 'indict'),
      await lastArtifact(store, one, 'verdict'),
    ];
    if (charge === undefined || verdict === undefined) continue;
    const { decision, final_location } = dataOf(verdict);
    const was = fixed_files.includes(String(dataOf(charge).charged_location));
    trials.push({ decision: String(decision), was, held: fixed_files.includes(String(final_location)) });
  }
  return trials;
}

async function lastArtifact(
  store: StoreReader,
  { steps }: Investigation['model']['cases'][number],
  node: string,
): Promise<FrameRecord | undefined> {
  const artifact = steps.findLast((step) => step.node === node && step.artifact !== null)?.artifact;
  return artifact ? (await readFrames(store, [artifact.frame]))[0] : undefined;
}

function dataOf({ content }: FrameRecord): Artifact['data'] {
  return content === null ? {} : readArtifact(parseCanonical(content) as RecordedArtifact).data;
}

/** Ranks as the kit's scorer does: over all causes, by confidence, then rank, then the order of causes. */
function rankIn({ causes }: Investigation['document'], { fixed_files }: Gold): number | null {
  const entries = causes.flatMap(({ suspects }, order) =>
    suspects.map(({ path, confidence }, rank) => ({ path, confidence, rank, order })),
  );
  entries.sort((a, b) => b.confidence - a.confidence || a.rank - b.rank || a.order - b.order);
  const paths = [...new Set(entries.map(({ path }) => path))];
  const at = paths.findIndex((path) => fixed_files.includes(path));
  return at < 0 ? null : at + 1;
}
