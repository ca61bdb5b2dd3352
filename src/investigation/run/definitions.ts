/** What a run is walked by: the definitions that ship, or a person's own light path and masks. */
import { readFileSync } from 'node:fs';
import { courtGraph } from '../../court/index.ts';
import { loadMasks } from '../../engine/index.ts';
import { artifactSchemas, readPipelineText } from '../../engine/pipelines/index.ts';
import { loadPolicy, type Policy, shippedPolicies } from '../../guard/index.ts';
import { cite, PenumbraError, sha256 } from '../../kernel/index.ts';
import {
  createMaskRegistry,
  type Graph,
  lintPipeline,
  loadPipeline,
  type MaskRegistry,
  resolveShipped,
  shippedMasks,
} from '../../pipeline/index.ts';
import { lightArtifactTypes } from '../../rca/frame-types/index.ts';

/** What a run is walked by. */
export type Definitions = {
  readonly light: Graph;
  readonly court: Graph;
  readonly policy: Policy;
  /** The masks at hand. */
  readonly masks: MaskRegistry;
  /** The digest of the module that the masks came from. */
  readonly masksDigest?: string;
};

/** The files of a person's own definitions. */
export type OwnDefinitions = {
  /** A definition of the light path; the shipped one unless given. */
  readonly pipeline?: string | undefined;
  /** A module of masks, beside the shipped ones; what it imports itself is no part of what the run is known by. */
  readonly masks?: string | undefined;
};

let shipped: Definitions | undefined;

/** Loads the definitions that ship, once. */
export function loadDefinitions(): Definitions {
  shipped ??= {
    light: loadPipeline(resolveShipped('rca-investigation') ?? ''),
    court: courtGraph(),
    policy: loadPolicy(shippedPolicies.investigate),
    masks: shippedMasks,
  };
  return shipped;
}

/** Loads a person's own definitions over those that ship; what lint finds anything in is not walked. */
export async function loadOwnDefinitions({ pipeline, masks: module }: OwnDefinitions): Promise<Definitions> {
  const own = module === undefined ? [] : await loadMasks(module);
  const masks = createMaskRegistry([...shippedMasks.values(), ...own]);
  return {
    ...loadDefinitions(),
    ...(pipeline !== undefined && { light: await loadLightPath(pipeline, masks) }),
    ...(module !== undefined && { masks, masksDigest: sha256(readFileSync(module)) }),
  };
}

async function loadLightPath(file: string, masks: MaskRegistry): Promise<Graph> {
  const { text, resolve, source } = await readPipelineText(file);
  const findings = lintPipeline(text, { resolve, schemas: artifactSchemas(), masks });
  const [first] = findings;
  if (first !== undefined)
    throw new PenumbraError('invalid-pipeline', `${source}:${first.line}:${first.column}: ${first.message}`, {
      data: { findings },
      hint: `${first.remedy}; \`penumbra pipeline lint ${file}\` shows all of it`,
    });
  const graph = loadPipeline(text, { resolve, source });
  requireKnownNodes(graph);
  return graph;
}

/** Agents are told of a case by the node they work at, so a light path has no other nodes than these. */
function requireKnownNodes({ name, nodes }: Graph): void {
  const known: readonly string[] = lightArtifactTypes;
  const strange = nodes.find((node) => !known.includes(node.name) || node.artifact !== node.name);
  if (strange === undefined) return;
  throw new PenumbraError(
    'invalid-pipeline',
    `${cite(strange.name)} of ${cite(name)} is no step of an investigation`,
    {
      hint: `use the nodes ${known.join(', ')}, each with the artifact of its name`,
    },
  );
}
