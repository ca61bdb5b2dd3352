/** Lint of masks: each known, and worn where it may be. */

import { finding, type PipelineFinding } from '../definition/finding.ts';
import type { Graph } from '../definition/graph.ts';
import type { Locator } from '../definition/locator.ts';
import { suggestNames } from '../definition/suggest-names.ts';
import type { MaskRegistry } from '../masks/masks.ts';

/** Returns masks that are not known, or not valid at their node. */
export function lintMasks(graph: Graph, locate: Locator, registry: MaskRegistry): PipelineFinding[] {
  const suggest = suggestNames();
  return graph.nodes.flatMap((node) =>
    node.masks.flatMap((name, index) => {
      const mask = registry.get(name);
      if (mask?.validNodes.includes(node.name)) return [];
      const place = locate.node(node.name, 'masks', index);
      if (mask === undefined) {
        const message = `\`${name}\` is no known mask${suggest(name, registry.keys())}`;
        return [finding(place, 'unknown-name', message, `the masks are ${[...registry.keys()].join(', ')}`)];
      }
      const message = `\`${name}\` cannot be worn at \`${node.name}\``;
      return [finding(place, 'mask-not-valid', message, `it can be worn at ${mask.validNodes.join(', ')}`)];
    }),
  );
}
