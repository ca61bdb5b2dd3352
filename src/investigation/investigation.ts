/** What an investigation is asked for and what it comes to. */

import type { OpenLedgerOptions } from '../engine/index.ts';
import type { ModelOptions } from '../engine/models/index.ts';
import type { ReportDocument, RunModel } from '../record/index.ts';
import type { OwnDefinitions } from './run/definitions.ts';

/** Whether earlier causes are recalled, and whether new ones are remembered. */
export type MemoryUse = 'off' | 'read' | 'write';

/** How far an investigation has come, for people. */
export type InvestigationProgress = { readonly phase: string; readonly done: number; readonly total: number };

/** What to investigate, and how. */
export type InvestigateOptions = Omit<OpenLedgerOptions, 'create'> &
  OwnDefinitions & {
    /** Files, directories or globs of reports; `-` is standard input. */
    readonly reports: readonly string[];
    /** A report as a text, beside those that are named. */
    readonly reportText?: string | undefined;
    /** `write` unless told otherwise. */
    readonly memory?: MemoryUse;
    /** Whether uncertain conclusions are contested; as `penumbra.yaml` has it unless given, else true. */
    readonly court?: boolean;
    /** A revision at which the failing tests passed; what came after it is what may have broken them. */
    readonly good?: string | undefined;
    /** Reports of an earlier run: what failed there already was not broken since. */
    readonly baseline?: readonly string[] | undefined;
    /** Documents of coverage tools, of a run with the failing tests: what never ran there is no suspect. */
    readonly coverage?: readonly string[] | undefined;
    /** Who is asked in place of the heuristics, and within which bounds. */
    readonly asking?: ModelOptions | undefined;
    /** Files that the caller writes when the run has ended; they are no part of the workspace. */
    readonly outputs?: readonly string[];
    /** Nodes before which every case pauses, for a person to look; the call then rejects with `stopped`. */
    readonly pauseAt?: readonly string[];
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: InvestigationProgress) => void;
  };

/** What the model of a run took. */
export type ModelSpending = {
  readonly model: string;
  readonly answers: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly isEstimated: boolean;
  /** What that cost, where a price is known, and as of when. */
  readonly cost: { readonly amount: string; readonly asOf: string } | null;
};

/** What an investigation came to. */
export type Investigation = {
  readonly run: string;
  readonly document: ReportDocument;
  readonly model: RunModel;
  /** False where the same inputs had been investigated before and that run is returned. */
  readonly isNew: boolean;
  /** What the model of the run took, where it has one. */
  readonly spending?: ModelSpending;
};
