/** The names a definition gives: each once. */
import { cite } from '../../kernel/index.ts';
import type { TextPlace } from '../../kernel/yaml/index.ts';
import type { Definition } from './definition.ts';
import { finding, type PipelineFinding } from './finding.ts';
import type { Locator } from './locator.ts';

/** Returns every name a text gives twice. */
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
