/** Finds the place of a node, edge or zone in the text that is read; what a base brought stands where it is extended. */
import type { ValuePath } from '../../kernel/index.ts';
import type { TextPlace } from '../../kernel/yaml.ts';
import type { DefinitionText } from './read-definition.ts';

/** The way from parts of a definition to places in its text; what follows a name leads further into the part. */
export type Locator = {
  readonly at: (path: ValuePath) => TextPlace;
  readonly node: (name: string, ...inside: ValuePath) => TextPlace;
  readonly edge: (id: string, ...inside: ValuePath) => TextPlace;
  readonly zone: (name: string, ...inside: ValuePath) => TextPlace;
  /** Tells whether an edge is written in this text. */
  readonly hasEdge: (id: string) => boolean;
};

/** Makes the locator of a text. */
export function createLocator({ definition, keyAt }: DefinitionText): Locator {
  const nodes = firstIndexes((definition.nodes ?? []).map(({ name }) => name));
  const edges = firstIndexes((definition.edges ?? []).map(({ id }) => id));
  const find = (path: ValuePath | null): TextPlace => {
    const [key = ''] = path ?? [];
    return keyAt(path !== null && Object.hasOwn(definition, key) ? path : ['extends']);
  };
  const item = (list: string, index: number | undefined, inside: ValuePath) =>
    find(index === undefined ? null : [list, index, ...inside]);
  const { zones = {} } = definition;
  return {
    at: find,
    node: (name, ...inside) => item('nodes', nodes.get(name), inside),
    edge: (id, ...inside) => item('edges', edges.get(id), inside),
    zone: (name, ...inside) => find(Object.hasOwn(zones, name) ? ['zones', name, ...inside] : null),
    hasEdge: (id) => edges.has(id),
  };
}

/** Makes a locator that leads everything to one place: where a text refers to another. */
export function locateAt(place: TextPlace): Locator {
  const here = () => place;
  return { at: here, node: here, edge: here, zone: here, hasEdge: () => false };
}

function firstIndexes(names: readonly string[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, name] of names.entries()) if (!indexes.has(name)) indexes.set(name, index);
  return indexes;
}
