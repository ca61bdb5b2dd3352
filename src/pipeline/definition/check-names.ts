/** The names a definition uses: each known, and nothing left out that a graph needs. */
import { cite } from '../../kernel/index.ts';
import type { TextPlace } from '../../kernel/yaml/index.ts';
import { ANY_NODE, type Definition, knownTerminals } from './definition.ts';
import { finding, type PipelineFinding } from './finding.ts';
import type { Locator } from './locator.ts';
import { suggestNames } from './suggest-names.ts';

/** Returns every name that is missing or unknown. */
export function checkNames(definition: Definition, locate: Locator): readonly PipelineFinding[] {
  return [...missingEnds(definition, locate), ...unknownNames(definition, locate)];
}

function missingEnds({ edges = [] }: Definition, locate: Locator): PipelineFinding[] {
  return edges.flatMap((edge) =>
    (['from', 'to'] as const)
      .filter((end) => edge[end] === undefined)
      .map((end) =>
        finding(
          locate.edge(edge.id),
          'missing',
          `the edge ${cite(edge.id)} has no \`${end}\``,
          `add \`${end}\`, or give the id of an edge of the base`,
        ),
      ),
  );
}

function unknownNames(definition: Definition, locate: Locator): PipelineFinding[] {
  const nodes = new Set((definition.nodes ?? []).map(({ name }) => name));
  const sources = new Set([...nodes, ANY_NODE]);
  const targets = new Set([...nodes, ...knownTerminals, ...(definition.terminals ?? [])]);
  const suggest = suggestNames();
  const check = (name: string | undefined, known: ReadonlySet<string>, place: () => TextPlace) => {
    if (name === undefined || known.has(name)) return [];
    const message = `${cite(name)} is not known here${suggest(name, known)}`;
    const remedy = `declare it, or use one of ${[...known].slice(0, 12).join(', ')}`;
    return [finding(place(), 'unknown-name', message, remedy)];
  };
  return [
    ...(definition.edges ?? []).flatMap(({ id, from, to, targets: further = [] }) => [
      ...check(from, sources, () => locate.edge(id, 'from')),
      ...check(to, targets, () => locate.edge(id, 'to')),
      ...further.flatMap((target, index) => check(target, targets, () => locate.edge(id, 'targets', index))),
    ]),
    ...Object.entries(definition.zones ?? {}).flatMap(([zone, draft]) =>
      draft.nodes.flatMap((node, index) => check(node, nodes, () => locate.zone(zone, 'nodes', index))),
    ),
    ...check(definition.start, nodes, () => locate.at(['start'])),
    ...check(definition.done, targets, () => locate.at(['done'])),
  ];
}
