/**
 * The outcome of one dataset case: the answer of the investigation, the evidence it ranked by, the answers of
 * the baselines, and the known answer. One JSON line each, so that scores and fits need no second run.
 */
import * as z from 'zod';
import { cite, PenumbraError } from '../kernel/index.ts';
import { defectTypes } from '../record/index.ts';

/** The name of the format. */
export const OUTCOME_SCHEMA = 'penumbra.case-outcome/1';

/** A suspect as ranked in the report. */
export type OutcomeSuspect = {
  readonly path: string;
  readonly symbol?: string;
  readonly line?: number;
  readonly confidence: number;
};

/** A cause as stated in the report. */
export type OutcomeCause = {
  readonly status: string;
  readonly confidence: number;
  readonly defect_type: string;
  readonly world: string;
  /** How many tests it explains. */
  readonly tests: number;
  /** The files of the stated answer. */
  readonly answer: readonly string[];
  readonly suspects: readonly OutcomeSuspect[];
  readonly commits: readonly string[];
};

/**
 * A file shown to the agents, with its evidence; the set of features is up to the code that gathered them.
 */
export type OutcomeCandidate = {
  readonly path: string;
  readonly side: string;
  readonly features: Readonly<Record<string, number>>;
};

/** The candidates of a failure's last ranking. */
export type OutcomeRanking = {
  /** How settled the ranking was, in basis points. */
  readonly convergence: number;
  /** The assumed world, whose weights were used. */
  readonly world: string;
  readonly candidates: readonly OutcomeCandidate[];
};

/** The decision of a court, the charged place, and the final one. */
export type OutcomeTrial = {
  readonly decision: string;
  readonly charged: string;
  readonly held: string;
  /** The light path's confidence in the charge, and the judge's final one. */
  readonly confidence?: number;
  readonly strength?: number;
};

/** The baselines that every run is compared with. */
export const baselineNames = ['newest', 'trace', 'naming'] as const;

/** A baseline: the newest change, the deepest own frame, or the file named after the test. */
export type BaselineName = (typeof baselineNames)[number];

/** Files and commits, best first. */
export type BaselineAnswer = { readonly files: readonly string[]; readonly commits: readonly string[] };

export type OutcomeResult = {
  readonly versions: Readonly<Record<string, string>>;
  readonly history: string;
  /** How many failing tests the report has, and how many cases they were folded into. */
  readonly failures: number;
  readonly cases: number;
  readonly causes: readonly OutcomeCause[];
  readonly rankings: readonly OutcomeRanking[];
  readonly trials: readonly OutcomeTrial[];
  readonly steps: number;
  readonly duration_ms: number;
};

/** One case: its known answer, and the result, or why there is none. */
export type CaseOutcome = {
  readonly schema: typeof OUTCOME_SCHEMA;
  readonly id: string;
  readonly gold: GoldAnswer;
  readonly result: OutcomeResult | null;
  /** Null if the repository has no history. */
  readonly baselines: Readonly<Record<BaselineName, BaselineAnswer>> | null;
  readonly error: string | null;
};

/** Checks only what would cause trouble later; this program wrote the rest. */
const lineSchema = z.looseObject({
  schema: z.literal(OUTCOME_SCHEMA),
  id: z.string().min(1),
  gold: z.looseObject({ project: z.string().min(1), language: z.string(), fixed_files: z.array(z.string()) }),
  result: z
    .looseObject({
      causes: z.array(z.looseObject({ suspects: z.array(z.looseObject({ path: z.string() })) })),
      rankings: z.array(
        z.looseObject({
          candidates: z.array(
            z.looseObject({ path: z.string(), side: z.string(), features: z.record(z.string(), z.int()) }),
          ),
        }),
      ),
    })
    .nullable(),
});

/** Reads outcomes, one JSON line each; throws `unreadable-input` with the line. */
export function readOutcomes(text: string, source: string): readonly CaseOutcome[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, source, index + 1)]));
}

function readLine(line: string, source: string, number: number): CaseOutcome {
  const fault = (reason: string) =>
    new PenumbraError('unreadable-input', `${cite(source)}, line ${number}: ${reason}`, {
      hint: 'name a file that `penumbra calibrate run --out` wrote',
    });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw fault('not JSON');
  }
  const read = lineSchema.safeParse(value);
  if (!read.success) throw fault(`no outcome of a case: ${read.error.issues[0]?.path.join('.')}`);
  return value as CaseOutcome;
}

const name = z.string().min(1).max(200);
const path = z.string().min(1).max(4_096);

/** Unknown values are omitted or null; further fields belong to the dataset's author. */
const goldSchema = z.object({
  id: name,
  project: name,
  language: name,
  world: z.enum(['change', 'latent']).nullish(),
  placement: z.enum(['uncommitted', 'last', 'back']).nullish(),
  distance: z.int().min(0).nullish(),
  operator: name.nullish(),
  kind: z.enum(defectTypes).nullish(),
  fixed_files: z.array(path).max(10_000),
  fixed_methods: z.array(z.object({ file: path, method: z.string().max(4_096) })).nullish(),
  lines: z.array(z.int()).nullish(),
  bug_inducing_commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .nullish(),
});

/** The files, methods and commit at fault, the kind of defect, and the properties to group by. */
export type GoldAnswer = Readonly<z.infer<typeof goldSchema>>;

/** Reads a known answer; throws `unreadable-input` with what does not fit. */
export function readGoldAnswer(text: string): GoldAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PenumbraError('unreadable-input', 'the known answer is not JSON');
  }
  const read = goldSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || 'the answer';
  throw new PenumbraError('unreadable-input', `the known answer does not fit: ${place}: ${issue?.message}`);
}
