/** What a proof was asked for with, kept with its run before anything is run, so that whoever goes on knows how. */
import { join } from 'node:path';
import {
  assertInvariant,
  canonicalText,
  type FrameId,
  type Id,
  PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';
import { currentFrames, type Ledger, putFrames } from '../../ledger/index.ts';
import { REPORT_TYPE } from '../run/run-record.ts';

/** A test as a report names it. */
export type AskedTest = { readonly suite: string; readonly name: string };

/** A request for a proof; secrets were taken out of its texts. */
export type ProofRequest = {
  /** The words of the command; empty where the manifests of the folder say them. */
  readonly command: readonly string[];
  /** The command for people, and as the report has it. */
  readonly text: string;
  /** Where it runs, below the root of the workspace. */
  readonly folder: string;
  /** What is run on every state before; null for nothing. */
  readonly build: string | null;
  readonly network: boolean;
  readonly good: string | null;
  /** Whether it ends at the commit. */
  readonly bisect: boolean;
  /** The files below the root that were written in the end; later they are no part of the workspace. */
  readonly outputs: readonly string[];
  /** The tests that it was asked for; null for all. */
  readonly tests: readonly AskedTest[] | null;
  /** Whether the command and the build stand here as they were given, without a secret taken out. */
  readonly isWhole: boolean;
};

/** The type of a request's frame. */
export const REQUEST_TYPE = 'proof-request';

/** Keeps a request; it rests on the report that it asks proof for. */
export async function keepRequest(
  ledger: Ledger,
  run: Id<'run'>,
  { request, argued }: { readonly request: ProofRequest; readonly argued: FrameId },
): Promise<FrameId> {
  const [kept] = await putFrames(ledger, [
    {
      subject: { kind: 'run', id: run },
      type: REQUEST_TYPE,
      agent: 'laboratory',
      basis: { inputs: [argued] },
      content: canonicalText(request),
    },
  ]);
  assertInvariant(kept !== undefined, 'a frame that was put has an id');
  return kept.frameId;
}

/** Returns the request that was made last for a run; null where none was. */
export async function readRequest(ledger: Ledger, run: Id<'run'>): Promise<ProofRequest | null> {
  const frames = await currentFrames(ledger, { kind: 'run', id: run });
  return requestIn(frames.find(({ type }) => type === REQUEST_TYPE)?.content ?? null);
}

/** Tells whether a proof of a run was asked for and has not come to a report, for instance because it was killed. */
export async function hasOpenRequest(ledger: Ledger, run: Id<'run'>): Promise<boolean> {
  const frames = await currentFrames(ledger, { kind: 'run', id: run });
  const asked = frames.find(({ type }) => type === REQUEST_TYPE);
  const report = frames.find(({ type }) => type === REPORT_TYPE);
  return asked !== undefined && report !== undefined && !report.basis.inputs.includes(asked.id);
}

/** Returns the settings to ask for the same again, or throws where a secret was taken out of them. */
export function settingsOf({ command, build, network, good, folder, isWhole }: ProofRequest, root: string) {
  if (!isWhole)
    throw new PenumbraError('usage', 'the command of the proof held a secret, which is not on record', {
      hint: 'give the command with --run, and --build where it was given',
    });
  return {
    command,
    network,
    currentDirectory: join(root, folder),
    ...(build !== null && { build }),
    ...(good !== null && { good }),
  };
}

/** Returns the whole paths of the files that were written when a proof was asked for. */
export function writtenFiles(request: ProofRequest | null, root: string): readonly string[] {
  return (request?.outputs ?? []).map((file) => join(root, file));
}

/** Reads the request that a frame holds; null where its content is gone. */
export function requestIn(content: Uint8Array | null): ProofRequest | null {
  return content && (parseCanonical(content) as unknown as ProofRequest);
}
