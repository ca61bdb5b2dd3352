/** Public entry point to pipelines as texts, apart from the rest because only few commands need to load it. */
export { artifactSchemas } from './artifact-schemas.ts';
export { loadMasks } from './load-masks.ts';
export { type PipelineText, readPipelineText } from './pipeline-text.ts';
