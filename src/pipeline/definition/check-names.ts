/** The names of a definition: each given once, each that is used known, and nothing left out that a graph needs. */
import { cite, didYouMean } from '../../kernel/index.ts';
import type { TextPlace } from '../../kernel/yaml/index.ts';
import { ANY_NODE, type Definition, type EdgeDraft, knownTerminals } from './definition.ts';
import type { PipelineFinding } from './finding.ts';
import type { Locator } from './locator.ts';
import { finding } from './read-definition.ts';

/** Returns every name that is missing or unknown, and keys that say nothing together. */
export function checkNames(definition: Definition, locate: Locator): readonly PipelineFinding[] {
  return [
    ...missingEnds(definition, locate),
    ...unknownNames(definition, locate),
    ...unfitEdges(definition, locate),
    ...unconditionalInTheMiddle(definition, locate),
  ];
}

/** Returns every name a text gives twice. */
export function checkDuplicates(
  { nodes = [], edges = [], zones = {}, terminals = [] }: Definition,
  locate: Locator,
): PipelineFinding[] {
  const zoned = Object.entries(zones).flatMap(([zone, draft]) =>
    draft.nodes.map((node) => [node, locate.zone(zone, 'nodes')] as const),
  );
  return [
    ...repeated(
      'the node',
      nodes.map(({ name }, index) => [name, locate.at(['nodes', index, 'name'])]),
    ),
    ...repeated(
      'the edge',
      edges.map(({ id }, index) => [id, locate.at(['edges', index, 'id'])]),
    ),
    ...repeated(
      'the terminal',
      terminals.map((name, index) => [name, locate.at(['terminals', index])]),
    ),
    ...repeated('the zone of', zoned),
  ];
}

function repeated(what: string, named: readonly (readonly [string, TextPlace])[]): PipelineFinding[] {
  const seen = new Set<string>();
  return named.flatMap(([name, place]) => {
    if (seen.has(name))
      return [finding(place, 'duplicate', `${what} ${cite(name)} is given twice`, 'rename or remove one')];
    seen.add(name);
    return [];
  });
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
  const nodes = (definition.nodes ?? []).map(({ name }) => name);
  const targets = [...nodes, ...knownTerminals, ...(definition.terminals ?? [])];
  const check = (name: string | undefined, known: readonly string[], place: TextPlace): PipelineFinding[] => {
    if (name === undefined || known.includes(name)) return [];
    const message = `${cite(name)} is not known here${didYouMean(name, known)}`;
    return [
      finding(place, 'unknown-name', message, `declare it, or use one of ${known.slice(0, 12).join(', ')}`),
    ];
  };
  return [
    ...(definition.edges ?? []).flatMap(({ id, from, to, targets: further = [] }) => [
      ...check(from, [...nodes, ANY_NODE], locate.edge(id, 'from')),
      ...check(to, targets, locate.edge(id, 'to')),
      ...further.flatMap((target) => check(target, targets, locate.edge(id, 'targets'))),
    ]),
    ...Object.entries(definition.zones ?? {}).flatMap(([zone, draft]) =>
      draft.nodes.flatMap((node) => check(node, nodes, locate.zone(zone, 'nodes'))),
    ),
    ...check(definition.start, nodes, locate.at(['start'])),
    ...check(definition.done, targets, locate.at(['done'])),
  ];
}

/** Returns keys of edges and nodes that say nothing together. */
function unfitEdges({ edges = [], nodes = [] }: Definition, locate: Locator): PipelineFinding[] {
  return [
    ...edges.flatMap(({ id, loop, max, advisory, target, targets }) => [
      ...(max !== undefined && !loop
        ? [finding(locate.edge(id, 'max'), 'wrong-value', '`max` bounds loop edges only', 'add `loop: true`')]
        : []),
      ...(advisory && loop
        ? [
            finding(
              locate.edge(id),
              'wrong-value',
              'an advisory edge is no loop',
              'remove `loop` or `advisory`',
            ),
          ]
        : []),
      ...((target === undefined) !== (targets === undefined)
        ? [finding(locate.edge(id), 'missing', '`target` and `targets` belong together', 'give both')]
        : []),
    ]),
    ...nodes
      .filter(({ pipeline, masks = [] }) => pipeline !== undefined && masks.length > 0)
      .map(({ name }) =>
        finding(
          locate.node(name, 'masks'),
          'wrong-value',
          `the node ${cite(name)} walks a pipeline and wears masks`,
          'let the nodes of that pipeline wear them',
        ),
      ),
  ];
}

/** An edge that always matches hides whatever follows it. */
function unconditionalInTheMiddle({ edges = [] }: Definition, locate: Locator): PipelineFinding[] {
  const taken = edges.filter(({ advisory }) => !advisory);
  return taken.flatMap((edge, index) => {
    const isLast = !taken.slice(index + 1).some(({ from }) => from === edge.from);
    if (isLast || !isUnconditional(edge)) return [];
    return [
      finding(
        locate.edge(edge.id),
        'unconditional-not-last',
        `the edge ${cite(edge.id)} always matches, and others of ${cite(edge.from ?? '')} follow it`,
        'give it a `when`, or move it behind them',
      ),
    ];
  });
}

/** Tells whether an edge matches whatever the output is. */
function isUnconditional({ when, condition }: Pick<EdgeDraft, 'when' | 'condition'>): boolean {
  return when === undefined && condition === undefined;
}
