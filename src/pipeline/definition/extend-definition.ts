/**
 * Extension: a definition that adds to another. It binds base edges, dresses base nodes, and adds edges, terminals
 * and variables.
 * INVARIANT (a base stays what it is): nothing is removed, re-ordered or re-targeted, so whoever knows the base knows
 * the order in which its edges are tried.
 */
import { cite, type ValuePath } from '../../kernel/index.ts';
import type { Definition, EdgeDraft, NodeDraft } from './definition.ts';
import { finding, type PipelineFinding, suggestNames } from './finding.ts';
import type { Locator } from './locator.ts';

const BINDING_KEYS = ['id', 'when', 'max', 'advisory'];
const DRESSING_KEYS = ['name', 'masks', 'artifact', 'role'];
const BASE_ONLY = ['zones', 'start', 'done'] as const;

/** Lays an extension over its base, or returns what an extension may not do. */
export function extendDefinition(
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
