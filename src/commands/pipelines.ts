/**
 * Offline views of a pipeline: its faults, its full definition, and its picture. Needs no workspace and no
 * ledger.
 */

import { writeTextFile } from '../engine/index.ts';
import {
  artifactSchemas,
  loadMasks,
  type PipelineText,
  readPipelineText,
} from '../engine/pipelines/index.ts';
import {
  type Graph,
  lintPipeline,
  loadPipeline,
  type PipelineFinding,
  renderMermaid,
  renderSvg,
  shippedMasks,
} from '../pipeline/index.ts';
import type { PipelineDocument, PipelineGraphDocument, PipelineLintDocument } from '../report/index.ts';

export { artifactSchemas } from '../engine/pipelines/index.ts';

/** The format of a picture. */
type PictureFormat = PipelineGraphDocument['format'];

/** Lists the findings about pipelines; expressions are checked against the shipped artifacts. */
export async function lintPipelines(
  names: readonly string[],
  { masks: module }: { readonly masks?: string } = {},
): Promise<PipelineLintDocument> {
  const files: PipelineLintDocument['files'][number][] = [];
  const findings: PipelineLintDocument['findings'][number][] = [];
  const schemas = artifactSchemas();
  const own = module === undefined ? [] : await loadMasks(module);
  const masks = [...shippedMasks.values(), ...own];
  for (const name of new Set(names)) {
    const read = await readPipelineText(name);
    const { source: file, text, resolve } = read;
    const found = lintPipeline(text, { resolve, schemas, masks });
    const lines = text.split(/\r\n|\n|\r/);
    files.push({ file, ...countsOf(read, found) });
    findings.push(...found.map((finding) => ({ file, ...finding, source: lines[finding.line - 1] ?? '' })));
  }
  return { ok: findings.length === 0, files, findings };
}

/** Shows the full definition of a pipeline. */
export async function showPipeline(name: string): Promise<PipelineDocument> {
  const read = await readPipelineText(name);
  const { name: pipeline, unbound, nested, ...graph } = loadPipeline(read.text, read);
  return {
    source: read.source,
    pipeline,
    ...graph,
    unbound: unbound.map(({ id }) => id),
    nested: Object.fromEntries(Object.entries(nested).map(([inner, { hash }]) => [inner, hash])),
  };
}

/** Draws a pipeline, optionally into a file. */
export async function drawPipeline(
  name: string,
  { format, output }: { readonly format: PictureFormat; readonly output?: string },
): Promise<PipelineGraphDocument> {
  const read = await readPipelineText(name);
  const graph = loadPipeline(read.text, read);
  const picture = format === 'svg' ? await renderSvg(graph) : renderMermaid(graph);
  if (output === undefined) return { pipeline: graph.name, format, picture };
  await writeTextFile(output, picture);
  return { pipeline: graph.name, format, file: output };
}

/** Counts the parts of a definition; null if it cannot be loaded, which the findings explain. */
function countsOf(read: PipelineText, findings: readonly PipelineFinding[]) {
  const graph = graphOf(read, findings);
  return {
    nodes: graph?.nodes.length ?? null,
    edges: graph?.edges.length ?? null,
    zones: graph?.zones.length ?? null,
  };
}

function graphOf(read: PipelineText, findings: readonly PipelineFinding[]): Graph | null {
  try {
    return loadPipeline(read.text, read);
  } catch (error) {
    // Lint has already reported why; a definition without findings loads.
    if (findings.length > 0) return null;
    throw error;
  }
}
