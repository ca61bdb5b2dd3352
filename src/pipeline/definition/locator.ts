/** Finds the place of a node, edge or zone in the text that is read; what a base brought stands where it is extended. */
import type { ValuePath } from '../../kernel/index.ts';
import type { TextPlace } from '../../kernel/yaml/index.ts';
import type { Definition } from './definition.ts';
import type { DefinitionText } from './read-definition.ts';

/** The way from parts of a definition to places in its text. */
export type Locator = {
  readonly at: (path: ValuePath) => TextPlace;
  readonly node: (name: string, field?: keyof NonNullable<Definition['nodes']>[number]) => TextPlace;
  readonly edge: (id: string, field?: keyof NonNullable<Definition['edges']>[number]) => TextPlace;
  readonly zone: (name: string, field?: string) => TextPlace;
};

/** Makes the locator of a text. */
export function createLocator({ definition, keyAt }: DefinitionText): Locator {
  const nodes = firstIndexes((definition.nodes ?? []).map(({ name }) => name));
  const edges = firstIndexes((definition.edges ?? []).map(({ id }) => id));
  const find = (list: string, index: number | undefined, field: string | undefined) =>
    keyAt(index === undefined ? ['extends'] : field === undefined ? [list, index] : [list, index, field]);
  return {
    at: keyAt,
    node: (name, field) => find('nodes', nodes.get(name), field),
    edge: (id, field) => find('edges', edges.get(id), field),
    zone: (name, field) => keyAt(field === undefined ? ['zones', name] : ['zones', name, field]),
  };
}

function firstIndexes(names: readonly string[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, name] of names.entries()) if (!indexes.has(name)) indexes.set(name, index);
  return indexes;
}
