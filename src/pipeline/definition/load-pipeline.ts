/** Loads a pipeline from its text. Structure is checked strictly; edges without an expression load as unbound. */
import type { Graph } from './graph.ts';
import { keepSource } from './pipeline-source.ts';
import { invalidPipeline, type ResolvePipeline, readPipeline } from './read-pipeline.ts';

/** What loading may be told. */
export type LoadOptions = {
  /** Finds the text of a definition that is extended or walked; without it the shipped ones are found. */
  readonly resolve?: ResolvePipeline;
  /** What the text is called in errors. */
  readonly source?: string;
};

/**
 * Loads a pipeline, or throws `invalid-pipeline` with line, column and remedy.
 *
 * @example loadPipeline('pipeline: tiny\nnodes: [{name: look}]\nstart: look').nodes.length // 1
 */
export function loadPipeline(text: string, { resolve, source = 'pipeline' }: LoadOptions = {}): Graph {
  const read = readPipeline(text, resolve);
  if ('findings' in read) throw invalidPipeline(read.findings, source);
  keepSource(read.graph, text);
  return read.graph;
}
