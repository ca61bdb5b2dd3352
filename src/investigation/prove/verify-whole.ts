/** Verifies a run, its argument and its proof: what the command line and agent hosts ask for. */
import { PenumbraError, shortId } from '../../kernel/index.ts';
import { type RunVerification, type VerifyRunOptions, verifyRun } from '../index.ts';
import { type VerifyProofOptions, verifyProof } from './verify-proof.ts';

/** What the verification of a run found: of its report, and of its proof where something was proven. */
export type VerifiedRun = RunVerification & {
  /** Whether the report came out the same, and the proof; null where nothing was proven. */
  readonly holds: { readonly report: boolean; readonly proof: boolean | null };
  readonly experiments: number;
  readonly rerun: number;
};

/** Verifies a run that has ended, on the workspace it was made on. */
export async function verifyWhole(
  options: VerifyRunOptions & Pick<VerifyProofOptions, 'rerun'>,
): Promise<VerifiedRun> {
  const argued = await verifyRun(options);
  const proof = await verifyProof(options);
  const { run } = argued;
  if (options.rerun !== undefined && proof === null)
    throw new PenumbraError(
      'usage',
      `nothing of ${shortId(run)} was proven, so no experiment can be run again`,
      {
        hint: `verify it without --rerun, or prove it with \`penumbra prove ${shortId(run)}\``,
        data: { run },
      },
    );
  return {
    ok: argued.ok && (proof?.ok ?? true),
    run,
    holds: { report: argued.ok, proof: proof?.ok ?? null },
    report: proof?.report ?? argued.report,
    steps: argued.steps,
    experiments: proof?.experiments ?? 0,
    rerun: proof?.rerun ?? 0,
    differences: [...argued.differences, ...(proof?.differences ?? [])],
  };
}
