/**
 * What a proof knows about the terms at a node: engine counters, possible sizes, schema types, and
 * representative numbers.
 */
import type { Graph, GraphNode } from '../definition/graph.ts';
import {
  type ArtifactFields,
  type ArtifactSchemas,
  describeField,
  stateFields,
} from '../expressions/cel-environment.ts';
import { type ConfigAt, configAt, type Term } from './term.ts';

/** What is known about a term besides its text. */
export type TermFacts = NumberFacts & {
  /** All its possible texts. */
  readonly values?: readonly string[];
};

/** What is known at a node. */
export type TermKnowledge = {
  readonly factsOf: (term: Term) => TermFacts;
  /** Returns whether a field is always present, provided by the engine, optional, or unknown. */
  readonly presence: (field: string) => 'always' | 'given' | 'sometimes' | 'unknown';
};

/** One, in ten-thousandths. */
const ONE = 10_000;
const COUNT: TermFacts = { isWhole: true, least: 0 };

/** Collects what is known at a node; null means every node. */
export function knowledgeAt(
  node: GraphNode | null,
  { graph, schemas }: { readonly graph: Graph; readonly schemas: ArtifactSchemas },
): TermKnowledge {
  const config = configAt(graph, node);
  const artifact = node?.artifact ?? null;
  const fields = artifact !== null && Object.hasOwn(schemas, artifact) ? (schemas[artifact] ?? null) : null;
  return {
    factsOf: ({ text, kind }) => {
      if (kind === 'size') return COUNT;
      if (kind !== 'field') return {};
      // A node has been visited at least once when its edges are tried.
      if (node !== null && text === visitsOf(node.name)) return { isWhole: true, least: ONE };
      return isCounter(text) ? COUNT : outputFacts(text, fields);
    },
    presence: (field) => presenceIn(field, fields, config),
  };
}

function visitsOf(node: string): string {
  return /^[A-Za-z_]\w*$/.test(node) ? `state.visits.${node}` : `state.visits[${JSON.stringify(node)}]`;
}

function isCounter(text: string): boolean {
  const [, name = ''] = /^state\.(\w+)/.exec(text) ?? [];
  return Object.hasOwn(stateFields, name);
}

function outputFacts(text: string, fields: ArtifactFields | null): TermFacts {
  const [, name = ''] = /^output\.(\w+)$/.exec(text) ?? [];
  const type = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
  const { kind = null, values } = type === undefined ? {} : describeField(type);
  return {
    ...(values && values.length > 0 && { values }),
    ...(kind === 'int' && { isWhole: true }),
    // Artifact decimals are from 0 to 1.
    ...((kind === 'decimal' || name === 'confidence') && { least: 0, most: ONE }),
  };
}

function presenceIn(
  field: string,
  fields: ArtifactFields | null,
  config: ConfigAt,
): ReturnType<TermKnowledge['presence']> {
  // List lengths vary, so any item may be missing.
  if (/\[-?\d+\]$/.test(field)) return 'sometimes';
  const [, name] = /^output\.(\w+)$/.exec(field) ?? [];
  const [, variable] = /^config\.(\w+)$/.exec(field) ?? [];
  // A variable set by an element is present if some agent has one; lint reports the others as unknown.
  if (variable !== undefined && variable in config && config[variable] === undefined) return 'sometimes';
  if (/^(?:state|config)\./.test(field)) return 'given';
  if (fields === null || !field.startsWith('output.')) return 'unknown';
  // A schema does not describe the inside of its fields.
  const type = name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  return type === undefined || describeField(type).optional ? 'sometimes' : 'always';
}

/** What is known about a number. */
type NumberFacts = {
  /** Whether it is an integer. */
  readonly isWhole?: boolean;
  readonly least?: number;
  readonly most?: number;
};

/**
 * Returns each constant and the numbers beside it; if integers are compared with others, also the adjacent
 * integers.
 */
export function numbersAround(
  constants: readonly number[],
  facts: NumberFacts & { readonly room: number; readonly isMixed: boolean },
): readonly number[] {
  const { isWhole = false, isMixed, room } = facts;
  const start = constants.length > 0 ? constants : [0];
  const whole = isWhole || isMixed ? around(start, ONE, room) : [];
  const points = isWhole ? whole : around([...start, ...whole], 1, room);
  return [...new Set(points.map((point) => within(point, facts)))].toSorted((a, b) => a - b);
}

function around(constants: readonly number[], step: number, room: number): readonly number[] {
  const points = new Set<number>();
  for (const constant of constants) {
    if (constant % step === 0) points.add(constant);
    const above = (Math.floor(constant / step) + 1) * step;
    const below = (Math.ceil(constant / step) - 1) * step;
    for (let index = 0; index < room; index++) points.add(above + index * step).add(below - index * step);
  }
  return [...points];
}

/** Clamps a number to its bounds, so that a term always has a value. */
function within(point: number, { least = -Infinity, most = Infinity }: NumberFacts): number {
  return Math.min(Math.max(point, least), most);
}
