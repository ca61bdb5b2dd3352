/**
 * From text to graph: reads the definition, lays it over its base, checks it strictly, loads the definitions its nodes
 * walk. Edges without an expression load as unbound. Loader and lint both start here; one throws the first finding, the
 * other lists all.
 */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import { checkDefinition, checkDuplicates } from './check-definition.ts';
import type { Definition } from './definition.ts';
import { extendDefinition } from './extend-definition.ts';
import { finding, type PipelineFinding } from './finding.ts';
import { buildGraph, type Graph } from './graph.ts';
import { createLocator, type Locator } from './locator.ts';
import { readDefinition } from './read-definition.ts';
import { resolveShipped, shippedNames } from './resolve-shipped.ts';

/** Returns the text of a definition by its name, or null where there is none. */
export type ResolvePipeline = (name: string) => string | null | undefined;

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
  sources.set(read.graph, text);
  return read.graph;
}

/** A text that was read: its graph with the way back to the text, or what is wrong with it. */
export type PipelineText =
  | { readonly graph: Graph; readonly locate: Locator }
  | { readonly findings: readonly PipelineFinding[] };

const MAX_CHAIN = 8;

const sources = new WeakMap<Graph, string>();

/** How a text came to be read: the names that led to it, and what was read on the way. */
type Trail = { readonly chain: readonly string[]; readonly loaded: Map<string, PipelineText> };

/** Reads the text of a pipeline, and of every definition it refers to. */
export function readPipeline(text: string, resolve: ResolvePipeline = resolveShipped): PipelineText {
  return readAlong(text, resolve, { chain: [], loaded: new Map() });
}

function readAlong(text: string, resolve: ResolvePipeline, trail: Trail): PipelineText {
  const read = readDefinition(text);
  if (!('definition' in read)) return { findings: read };
  const locate = createLocator(read);
  const repeated = checkDuplicates(read.definition, locate);
  if (repeated.length > 0) return { findings: repeated };
  const { pipeline } = read.definition;
  const chain = trail.chain.at(-1) === pipeline ? trail.chain : [...trail.chain, pipeline];
  const context = { ...trail, resolve, locate, chain };
  const complete = completeDefinition(read.definition, context);
  if (!('pipeline' in complete)) return { findings: complete };
  const findings = checkDefinition(complete, locate);
  if (findings.length > 0) return { findings };
  const nested = loadNested(complete, context);
  if ('findings' in nested) return nested;
  return { graph: buildGraph(complete, nested.graphs), locate };
}

type Context = Trail & { readonly resolve: ResolvePipeline; readonly locate: Locator };

/** Lays a definition over its base, or returns what stands against it. */
function completeDefinition(
  definition: Definition,
  context: Context,
): Definition | readonly PipelineFinding[] {
  const { extends: name, ...rest } = definition;
  if (name === undefined) return rest;
  const refuse = (message: string) => [
    finding(context.locate.at(['extends']), 'extension', message, 'name a definition that can be loaded'),
  ];
  const text = findText(name, context);
  if (typeof text !== 'string') return refuse(text.fault);
  const read = readDefinition(text);
  if (!('definition' in read)) return refuse(`${cite(name)} cannot be loaded: ${firstOf(read)}`);
  const locate = createLocator(read);
  const inner = { ...context, locate, chain: [...context.chain, name] };
  const repeated = checkDuplicates(read.definition, locate);
  const base = repeated.length > 0 ? repeated : completeDefinition(read.definition, inner);
  const faults = 'pipeline' in base ? checkDefinition(base, locate) : base;
  if (!('pipeline' in base) || faults.length > 0)
    return refuse(`${cite(name)} cannot be loaded: ${firstOf(faults)}`);
  return extendDefinition(base, rest, context.locate);
}

function loadNested(
  { nodes = [] }: Definition,
  context: Context,
):
  | { readonly graphs: { readonly [name: string]: Graph } }
  | { readonly findings: readonly PipelineFinding[] } {
  const graphs: Record<string, Graph> = {};
  for (const node of nodes) {
    if (node.pipeline === undefined || Object.hasOwn(graphs, node.pipeline)) continue;
    const place = context.locate.node(node.name, 'pipeline');
    const refuse = (message: string) => ({
      findings: [finding(place, 'unknown-name', message, 'name a definition to walk')],
    });
    const text = findText(node.pipeline, context);
    if (typeof text !== 'string') return refuse(text.fault);
    // Read once, however many nodes walk it: definitions that share others would multiply.
    const trail = { ...context, chain: [...context.chain, node.pipeline] };
    const inner = context.loaded.get(node.pipeline) ?? readAlong(text, context.resolve, trail);
    context.loaded.set(node.pipeline, inner);
    if ('findings' in inner)
      return refuse(`${cite(node.pipeline)} cannot be loaded: ${firstOf(inner.findings)}`);
    graphs[node.pipeline] = inner.graph;
  }
  return { graphs };
}

function findText(name: string, { resolve, chain }: Context): string | { readonly fault: string } {
  if (chain.includes(name)) return { fault: `${cite(name)} leads back to itself` };
  if (chain.length >= MAX_CHAIN)
    return { fault: `definitions refer to one another deeper than ${MAX_CHAIN}` };
  const text = resolve(name);
  if (typeof text === 'string') return text;
  const known = shippedNames.filter((one) => typeof resolve(one) === 'string');
  return { fault: `no definition is called ${cite(name)}${didYouMean(name, known)}` };
}

function firstOf(findings: readonly PipelineFinding[]): string {
  const [first] = findings;
  return first ? `${first.line}:${first.column}: ${first.message}` : 'for no reason it gave';
}

/** Makes the fault a loader throws from what it found. */
function invalidPipeline(findings: readonly PipelineFinding[], source: string): PenumbraError {
  const [first] = findings;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  return new PenumbraError('invalid-pipeline', `${source}:${firstOf(findings)}${more}`, {
    data: { source, line: first?.line, column: first?.column, findings },
    ...(first && { hint: first.remedy }),
  });
}

/** Returns the text a graph was loaded from, comments and all, or null where it was made otherwise. */
export function sourceOf(graph: Graph): string | null {
  return sources.get(graph) ?? null;
}
