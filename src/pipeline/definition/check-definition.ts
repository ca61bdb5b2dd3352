/**
 * Checks a definition for missing, unknown or duplicate names, conflicting keys, unreachable edges, and
 * unusable expressions.
 */
import { cite } from '../../kernel/index.ts';
import type { TextPlace } from '../../kernel/yaml.ts';
import { checkExpressions } from './check-expressions.ts';
import { ANY_NODE, type Definition, type EdgeDraft, knownTerminals, type NodeDraft } from './definition.ts';
import { finding, type PipelineFinding, suggestNames } from './finding.ts';
import type { Locator } from './read-definition.ts';

/** Returns the findings of a complete definition. */
export function checkDefinition(definition: Definition, locate: Locator): readonly PipelineFinding[] {
  return [
    ...checkNames(definition, locate),
    ...checkEdges(definition, locate),
    ...checkExpressions(definition, locate),
  ];
}

/** Returns every duplicate name in a text. */
export function checkDuplicates(
  { nodes = [], edges = [], zones = {}, terminals = [] }: Definition,
  locate: Locator,
): PipelineFinding[] {
  const zoned = Object.entries(zones).flatMap(([zone, draft]) =>
    draft.nodes.map((node, index) => [node, locate.zone(zone, 'nodes', index)] as const),
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
    ...edges.flatMap(({ id, targets = [] }, edge) =>
      repeated(
        'the target',
        targets.map((name, index) => [name, locate.at(['edges', edge, 'targets', index])]),
        ` of ${cite(id)}`,
      ),
    ),
    ...nodes.flatMap(({ name, masks = [] }, node) =>
      repeated(
        'the mask',
        masks.map((mask, index) => [mask, locate.at(['nodes', node, 'masks', index])]),
        ` of ${cite(name)}`,
      ),
    ),
  ];
}

function repeated(
  what: string,
  named: readonly (readonly [string, TextPlace])[],
  whose = '',
): PipelineFinding[] {
  const seen = new Set<string>();
  return named.flatMap(([name, place]) => {
    const isNew = !seen.has(name);
    seen.add(name);
    const message = `${what} ${cite(name)}${whose} is given twice`;
    return isNew ? [] : [finding(place, 'duplicate', message, 'rename or remove one')];
  });
}

/** Returns every name that is missing or unknown. */
function checkNames(definition: Definition, locate: Locator): readonly PipelineFinding[] {
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

/** Returns conflicting keys, and edges that hide later ones. */
function checkEdges(definition: Definition, locate: Locator): readonly PipelineFinding[] {
  const { edges = [], nodes = [] } = definition;
  return [
    ...edges.flatMap((edge) => unfitEdge(edge, locate)),
    ...nodes.flatMap((node) => unfitNode(node, locate)),
    ...unconditionalInTheMiddle(definition, locate),
  ];
}

function unfitEdge(edge: EdgeDraft, locate: Locator): PipelineFinding[] {
  const { id, loop, max, advisory, target, targets } = edge;
  const findings: PipelineFinding[] = [];
  if (max !== undefined && !loop)
    findings.push(
      finding(locate.edge(id, 'max'), 'wrong-value', '`max` bounds loop edges only', 'add `loop: true`'),
    );
  if (advisory && loop)
    findings.push(
      finding(locate.edge(id), 'wrong-value', 'an advisory edge is no loop', 'remove `loop` or `advisory`'),
    );
  if ((target === undefined) !== (targets === undefined))
    findings.push(finding(locate.edge(id), 'missing', '`target` and `targets` belong together', 'give both'));
  if (targets?.length === 0)
    findings.push(
      finding(
        locate.edge(id, 'targets'),
        'wrong-value',
        `\`targets\` of ${cite(id)} names none`,
        'name the places `target` may choose',
      ),
    );
  return findings;
}

function unfitNode({ name, pipeline, masks = [] }: NodeDraft, locate: Locator): PipelineFinding[] {
  if (pipeline === undefined || masks.length === 0) return [];
  return [
    finding(
      locate.node(name, 'masks'),
      'wrong-value',
      `the node ${cite(name)} walks a pipeline and wears masks`,
      'let the nodes of that pipeline wear them',
    ),
  ];
}

/** An edge that always matches hides all later ones. */
function unconditionalInTheMiddle({ edges = [] }: Definition, locate: Locator): PipelineFinding[] {
  const last = new Map<string | undefined, EdgeDraft>();
  const taken = edges.filter(({ advisory }) => !advisory);
  for (const edge of taken) last.set(edge.from, edge);
  return taken.flatMap((edge) => {
    const follower = last.get(edge.from);
    if (follower === edge || follower === undefined || !isUnconditional(edge)) return [];
    // In an extension, report the edge it added after one of its base's.
    const place = locate.edge(locate.hasEdge(edge.id) ? edge.id : follower.id);
    const message = `the edge ${cite(edge.id)} always matches, and others of ${cite(edge.from ?? '')} follow it`;
    return [finding(place, 'unconditional-not-last', message, 'give it a `when`, or move it behind them')];
  });
}

/** Checks whether an edge always matches. */
function isUnconditional({ when, condition }: Pick<EdgeDraft, 'when' | 'condition'>): boolean {
  return when === undefined && condition === undefined;
}
