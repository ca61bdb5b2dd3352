/**
 * The heuristics of the light path, used where no model is asked: pure functions from a pack to an artifact.
 */
import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import { correlateCase } from './correlate-case.ts';
import { investigateCase } from './investigate-case.ts';
import type { LightArtifactType } from './light-artifact-types.ts';
import { recallCase } from './recall-case.ts';
import { reportCase } from './report-case.ts';
import { resolveCase } from './resolve-case.ts';
import { reviewCase } from './review-case.ts';
import { triageCase } from './triage-case.ts';

export const lightHeuristics: Readonly<Record<LightArtifactType, (pack: PromptPack) => Artifact>> =
  Object.freeze({
    recall: recallCase,
    triage: triageCase,
    resolve: resolveCase,
    investigate: investigateCase,
    correlate: correlateCase,
    review: reviewCase,
    report: reportCase,
  });
