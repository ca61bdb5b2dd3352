/**
 * The request for a proof, stored with its run before anything is run, so that the proof can be continued.
 */
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

/** A request for a proof, with the secrets removed from its texts. */
export type ProofRequest = {
  /** The words of the command; empty if it is taken from the manifests of the folder. */
  readonly command: readonly string[];
  /** The command as shown to people and in the report. */
  readonly text: string;
  /** Where it runs, relative to the root of the workspace. */
  readonly folder: string;
  /** The command run on every state before the tests; null for none. */
  readonly build: string | null;
  readonly network: boolean;
  readonly good: string | null;
  /** Whether to stop at the commit. */
  readonly bisect: boolean;
  /**
   * The files below the root that were written at the end; later they do not count as part of the workspace.
   */
  readonly outputs: readonly string[];
  /** The tests it was requested for; null for all. */
  readonly tests: readonly AskedTest[] | null;
  /** Whether the command and the build are stored as given, without a secret removed. */
  readonly isWhole: boolean;
};

/** The type of a request's frame. */
export const REQUEST_TYPE = 'proof-request';

/** Stores a request, based on the report that it asks to prove. */
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

/** Returns the latest request for a run; null if there was none. */
export async function readRequest(ledger: Ledger, run: Id<'run'>): Promise<ProofRequest | null> {
  const frames = await currentFrames(ledger, { kind: 'run', id: run });
  return requestIn(frames.find(({ type }) => type === REQUEST_TYPE)?.content ?? null);
}

/**
 * Returns whether a proof of a run was requested but has no report yet, for example because it was killed.
 */
export async function hasOpenRequest(ledger: Ledger, run: Id<'run'>): Promise<boolean> {
  const frames = await currentFrames(ledger, { kind: 'run', id: run });
  const asked = frames.find(({ type }) => type === REQUEST_TYPE);
  const report = frames.find(({ type }) => type === REPORT_TYPE);
  return asked !== undefined && report !== undefined && !report.basis.inputs.includes(asked.id);
}

/** Returns the settings to repeat a request, or throws if a secret was removed from them. */
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

/** Returns the full paths of the files written when a proof was requested. */
export function writtenFiles(request: ProofRequest | null, root: string): readonly string[] {
  return (request?.outputs ?? []).map((file) => join(root, file));
}

/** Reads the request in a frame's content; null if the content was erased. */
export function requestIn(content: Uint8Array | null): ProofRequest | null {
  return content && (parseCanonical(content) as unknown as ProofRequest);
}
