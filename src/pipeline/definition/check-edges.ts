/** The edges and nodes of a definition: keys that say something together, and nothing behind what always matches. */
import { cite } from '../../kernel/index.ts';
import type { Definition, EdgeDraft, NodeDraft } from './definition.ts';
import { finding, type PipelineFinding } from './finding.ts';
import type { Locator } from './locator.ts';

/** Returns keys that say nothing together, and edges that hide those behind them. */
export function checkEdges(definition: Definition, locate: Locator): readonly PipelineFinding[] {
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

/** An edge that always matches hides whatever follows it. */
function unconditionalInTheMiddle({ edges = [] }: Definition, locate: Locator): PipelineFinding[] {
  const last = new Map<string | undefined, EdgeDraft>();
  const taken = edges.filter(({ advisory }) => !advisory);
  for (const edge of taken) last.set(edge.from, edge);
  return taken.flatMap((edge) => {
    const follower = last.get(edge.from);
    if (follower === edge || follower === undefined || !isUnconditional(edge)) return [];
    // An extension sees what it added behind an edge of its base.
    const place = locate.edge(locate.hasEdge(edge.id) ? edge.id : follower.id);
    const message = `the edge ${cite(edge.id)} always matches, and others of ${cite(edge.from ?? '')} follow it`;
    return [finding(place, 'unconditional-not-last', message, 'give it a `when`, or move it behind them')];
  });
}

/** Tells whether an edge matches whatever the output is. */
function isUnconditional({ when, condition }: Pick<EdgeDraft, 'when' | 'condition'>): boolean {
  return when === undefined && condition === undefined;
}
