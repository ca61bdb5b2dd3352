/**
 * Loads a graph from text: reads the definition, applies it to its base, validates it, and loads the
 * definitions its nodes walk. Edges without an expression load as unbound. The loader throws the first
 * finding, lint lists all of them.
 */
import { cite, didYouMean, PenumbraError, type ValuePath } from '../../kernel/index.ts';
import { checkDefinition, checkDuplicates } from './check-definition.ts';
import type { Definition, EdgeDraft, NodeDraft } from './definition.ts';
import { finding, type PipelineFinding, suggestNames } from './finding.ts';
import { buildGraph, type Graph } from './graph.ts';
import { createLocator, type Locator, readDefinition } from './read-definition.ts';
import { shippedPipelines } from './shipped-pipelines.ts';

/** Returns the text of a definition by name, or null if there is none. */
export type ResolvePipeline = (name: string) => string | null | undefined;

/** Options for loading. */
export type LoadOptions = {
  /** Resolves definitions that are extended or walked; defaults to the built-in ones. */
  readonly resolve?: ResolvePipeline;
  /** The name of the text in errors. */
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

/** A parsed text: its graph and locator, or its findings. */
export type PipelineText =
  | { readonly graph: Graph; readonly locate: Locator }
  | { readonly findings: readonly PipelineFinding[] };

const MAX_CHAIN = 8;

const sources = new WeakMap<Graph, string>();

/** The names that led to a text, and the texts already read. */
type Trail = { readonly chain: readonly string[]; readonly loaded: Map<string, PipelineText> };

/** Reads the text of a pipeline and of every definition it refers to. */
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

/** Applies a definition to its base, or returns what prevents it. */
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
    // Read once, however many nodes use it; shared definitions would otherwise multiply.
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

/** Turns findings into the error thrown by the loader. */
function invalidPipeline(findings: readonly PipelineFinding[], source: string): PenumbraError {
  const [first] = findings;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  return new PenumbraError('invalid-pipeline', `${source}:${firstOf(findings)}${more}`, {
    data: { source, line: first?.line, column: first?.column, findings },
    ...(first && { hint: first.remedy }),
  });
}

/** Returns the text a graph was loaded from, including comments, or null. */
export function sourceOf(graph: Graph): string | null {
  return sources.get(graph) ?? null;
}

const BINDING_KEYS = ['id', 'when', 'max', 'advisory'];
const DRESSING_KEYS = ['name', 'masks', 'artifact', 'role'];
const BASE_ONLY = ['zones', 'start', 'done'] as const;

/** Applies an extension to its base, or returns what an extension must not do. */
function extendDefinition(
  base: Definition,
  extension: Definition,
  locate: Locator,
): Definition | readonly PipelineFinding[] {
  const findings: PipelineFinding[] = [];
  const suggest = suggestNames();
  const refuse = (path: ValuePath, message: string, remedy: string) =>
    findings.push(finding(locate.at(path), 'extension', message, remedy));

  for (const key of BASE_ONLY)
    if (extension[key] !== undefined)
      refuse([key], `an extension cannot set \`${key}\``, `remove it: \`${base.pipeline}\` decides`);
  const edges = new Map((base.edges ?? []).map((edge) => [edge.id, edge]));
  for (const [index, edge] of (extension.edges ?? []).entries()) {
    const bound = edges.get(edge.id);
    for (const key of bound ? foreignKeys(edge, BINDING_KEYS) : [])
      refuse(
        ['edges', index, key],
        `an extension cannot set \`${key}\` of the base edge ${cite(edge.id)}`,
        BIND,
      );
    edges.set(edge.id, { ...bound, ...edge });
  }
  const nodes = new Map((base.nodes ?? []).map((node) => [node.name, node]));
  for (const [index, node] of (extension.nodes ?? []).entries()) {
    const dressed = nodes.get(node.name);
    if (!dressed) {
      const near = suggest(node.name, nodes.keys());
      refuse(['nodes', index], `${cite(node.name)} is no node of \`${base.pipeline}\`${near}`, DRESS);
      continue;
    }
    for (const key of foreignKeys(node, DRESSING_KEYS))
      refuse(['nodes', index, key], `an extension cannot set \`${key}\` of a base node`, DRESS);
    nodes.set(node.name, { ...dressed, ...node });
  }
  if (findings.length > 0) return findings;
  return {
    ...base,
    pipeline: extension.pipeline,
    ...(extension.description !== undefined && { description: extension.description }),
    vars: { ...base.vars, ...extension.vars },
    nodes: [...nodes.values()],
    edges: [...edges.values()],
    terminals: [...new Set([...(base.terminals ?? []), ...(extension.terminals ?? [])])],
  };
}

const BIND = 'set `when`, `max` or `advisory`, or add an edge with an id of its own';
const DRESS = 'set `masks`, `artifact` or `role` of a base node; nodes are not added';

function foreignKeys(draft: EdgeDraft | NodeDraft, allowed: readonly string[]): string[] {
  return Object.keys(draft).filter((key) => !allowed.includes(key));
}

/** The names of the built-in definitions. */
export const shippedNames: readonly string[] = Object.freeze(Object.keys(shippedPipelines));

/** Returns the text of a built-in definition, or null. */
export function resolveShipped(name: string): string | null {
  return Object.hasOwn(shippedPipelines, name) ? (shippedPipelines[name] ?? null) : null;
}
