/** The door of pipelines as texts: where they come from, and what their artifacts hold. */
export { artifactSchemas } from './artifact-schemas.ts';
export { type PipelineText, readPipelineText } from './pipeline-text.ts';
