/**
 * The artifacts of the light path as schemas: the single source for artifact checks, the JSON Schemas given
 * to models, and the TypeScript types. Decimals are 0..1 at this boundary.
 */
import * as z from 'zod';
import { type CanonicalValue, freezeCanonical } from '../../kernel/index.ts';
import { type Artifact, wholeData } from '../../pipeline/index.ts';
import { defectTypes } from '../../record/index.ts';
import type { LightArtifactType } from './light-artifact-types.ts';

const text = (length: number) => z.string().max(length);
const decimal = z.number().min(0).max(1);
const handle = text(128);
const defectType = z.enum(defectTypes);

const suspect = z.strictObject({
  path: text(4_096),
  symbol: text(512).optional(),
  line: z.int().min(1).optional(),
  score: z.int().min(0),
  confidence: decimal,
  /** The evidence frame that supports it. */
  handle: handle.optional(),
  /** The change there that may have broken the tests: a commit id, or `uncommitted`. */
  change: text(64).optional(),
});

const commit = z.strictObject({
  id: text(64),
  score: z.int().min(0),
  subject: text(1_000).optional(),
  author: text(500).optional(),
  date: text(40).optional(),
});

/** The artifacts of the light path, by type; `confidence` is the artifact's own. */
export const lightArtifacts = {
  recall: z.strictObject({
    match: z.boolean(),
    prior_rca_id: handle.optional(),
    symptom_id: handle.optional(),
    /** The similarity: how likely the cause is the same. */
    confidence: decimal,
    reasoning: text(2_000),
    is_regression: z.boolean().optional(),
  }),
  triage: z.strictObject({
    symptom_category: z.enum(['product', 'test', 'environment', 'infra', 'firmware', 'flake', 'unknown']),
    severity: z.enum(['critical', 'high', 'medium', 'low']).optional(),
    defect_type_hypothesis: defectType,
    candidate_repos: z.array(text(512)).max(20),
    skip_investigation: z.boolean(),
    clock_skew_suspected: z.boolean().optional(),
    cascade_suspected: z.boolean().optional(),
    data_quality_notes: text(2_000).optional(),
  }),
  resolve: z.strictObject({
    selected_repos: z
      .array(
        z.strictObject({
          name: text(512),
          path: text(4_096),
          focus_paths: z.array(text(4_096)).max(50).optional(),
          reason: text(1_000),
        }),
      )
      .max(20),
    cross_ref_strategy: text(1_000).optional(),
  }),
  investigate: z.strictObject({
    rca_message: text(4_000),
    defect_type: defectType,
    /** The sentence that explains the defect type. */
    defect_reason: text(1_000).optional(),
    /** Whether a change broke what worked, or a new or changed test met an existing fault, and the reason. */
    world: z.enum(['change', 'latent', 'unknown']).optional(),
    world_reason: text(1_000).optional(),
    component: text(512).optional(),
    suspects: z.array(suspect).max(50),
    commits: z.array(commit).max(20),
    convergence_score: decimal,
    evidence_refs: z.array(handle).max(100),
    is_exhausted: z.boolean().optional(),
    answers: z
      .array(z.strictObject({ question: text(1_000), answer: text(2_000), handles: z.array(handle).max(20) }))
      .max(20)
      .optional(),
  }),
  correlate: z.strictObject({
    is_duplicate: z.boolean(),
    linked_rca_id: text(256).optional(),
    /** The similarity to the linked case. */
    confidence: decimal,
    reasoning: text(2_000),
    cross_version_match: z.boolean().optional(),
    affected_versions: z.array(text(128)).max(20).optional(),
  }),
  review: z.strictObject({
    decision: z.enum(['approve', 'reassess', 'overturn']),
    human_override: text(2_000).optional(),
    loop_target: z.enum(['triage', 'resolve', 'investigate', 'correlate']).optional(),
    confidence: decimal,
    binding: z.boolean(),
  }),
  report: z.strictObject({
    case_id: text(256),
    defect_type: defectType,
    suspects: z.array(suspect).max(50),
    confidence: decimal,
    summary: text(4_000),
    next_steps: z.array(text(1_000)).max(10),
  }),
} as const satisfies Record<LightArtifactType, z.ZodType>;

/** The data of an artifact, with its confidence if the schema has one. */
export type LightArtifactData<Type extends LightArtifactType> = z.infer<(typeof lightArtifacts)[Type]>;

/** A suspect as listed in artifacts. */
export type Suspect = z.infer<typeof suspect>;

const jsonSchemas = new Map<LightArtifactType, CanonicalValue>();

/** Returns why an artifact does not fit the schema of its type, or null. */
export function checkLightArtifact(artifact: Artifact): string | null {
  const { type } = artifact;
  if (!Object.hasOwn(lightArtifacts, type))
    return `\`${type.slice(0, 80)}\` is no artifact of the light path`;
  const read = lightArtifacts[type as LightArtifactType].safeParse(wholeData(artifact));
  if (read.success) return null;
  const [issue] = read.error.issues;
  return `\`${type}\` does not fit its schema at \`${issue?.path.join('.') ?? ''}\`: ${issue?.message}`;
}

/** Returns the JSON Schema of an artifact. */
export function lightSchema(type: LightArtifactType): CanonicalValue {
  const known = jsonSchemas.get(type);
  if (known !== undefined) return known;
  const schema = freezeCanonical(z.toJSONSchema(lightArtifacts[type]) as CanonicalValue);
  jsonSchemas.set(type, schema);
  return schema;
}
