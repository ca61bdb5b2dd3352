/** Lint of what nodes produce: a name that is nearly that of a known artifact is taken for a slip. */
import { finding, type PipelineFinding } from '../definition/finding.ts';
import type { Graph } from '../definition/graph.ts';
import type { Locator } from '../definition/locator.ts';
import { suggestNames } from '../definition/suggest-names.ts';
import type { ArtifactSchemas } from '../expressions/type-environment.ts';

/** Returns artifacts that are nearly known; others may be the user's own, of which no schema tells. */
export function lintArtifacts(graph: Graph, locate: Locator, schemas: ArtifactSchemas): PipelineFinding[] {
  const known = Object.keys(schemas);
  const suggest = suggestNames();
  return graph.nodes.flatMap(({ name, artifact }) => {
    if (artifact === null || Object.hasOwn(schemas, artifact)) return [];
    const near = suggest(artifact, known);
    if (near === '') return [];
    const message = `\`${artifact}\` is no known artifact${near}`;
    const remedy = `the artifacts are ${known.join(', ')}`;
    return [finding(locate.node(name, 'artifact'), 'unknown-name', message, remedy)];
  });
}
