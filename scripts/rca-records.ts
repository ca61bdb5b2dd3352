// What an evaluated case leaves for fitting and for the recorded slice: how settled it was, where the answer stood,
// and the features of the candidates its agents were told of.

import { openLedger } from '../src/engine/index.ts';
import type { Investigation } from '../src/engine/investigate/index.ts';
import { type FrameId, parseCanonical } from '../src/kernel/index.ts';
import { readFrames } from '../src/ledger/index.ts';
import { type RecordedArtifact, readArtifact } from '../src/pipeline/index.ts';
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
};

/** Reads what a case left in its ledger and its report. */
export async function recordOf(
  options: { readonly workspace: string; readonly store: string },
  { document, model }: Investigation,
  gold: Gold,
): Promise<EvaluatedCase> {
  const steps = model.cases[0]?.steps ?? [];
  const artifact = steps.findLast(({ node, artifact }) => node === 'investigate' && artifact)?.artifact;
  const ledger = await openLedger({ ...options, create: false });
  try {
    const [record] = artifact ? await readFrames(ledger.store, [artifact.frame]) : [];
    const data = record?.content && readArtifact(parseCanonical(record.content) as RecordedArtifact).data;
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
    };
  } finally {
    await ledger.store.close();
  }
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
