/** The door of commands on pipelines: what they do, and the documents they print. */
export { artifactSchemas } from '../../engine/pipelines/index.ts';
export { drawPipeline, lintPipelines, showPipeline } from './pipeline-documents.ts';
