/** The definitions a run is walked by: those that ship, or the user's own light path and masks. */
import { readFileSync } from 'node:fs';
import { SCANNER_VERSION } from '../../adapters/secrets/index.ts';
import { courtGraph } from '../../court/index.ts';
import { LENS_COMPILER } from '../../disclosure/lens/index.ts';
import { artifactSchemas, loadMasks, readPipelineText } from '../../engine/pipelines/index.ts';
import { loadPolicy, type Policy, shippedPolicies } from '../../guard/index.ts';
import { cite, didYouMean, PenumbraError, sha256 } from '../../kernel/index.ts';
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
import { fittedVersion } from '../../rca/index.ts';

/** The definitions a run is walked by. */
export type Definitions = {
  readonly light: Graph;
  readonly court: Graph;
  readonly policy: Policy;
  /** The available masks. */
  readonly masks: MaskRegistry;
  /** The digest of the module the masks were loaded from. */
  readonly masksDigest?: string;
};

/** The files with the user's own definitions. */
export type OwnDefinitions = {
  /** A definition of the light path; defaults to the shipped one. */
  readonly pipeline?: string | undefined;
  /** A module of masks, added to the shipped ones; its own imports are not part of the run's identity. */
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

/** Loads the user's definitions on top of those that ship; a pipeline with lint findings is rejected. */
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

/** What agents see depends on their node, so a light path may only have these nodes. */
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

/** Throws unless every name is a node of the light path or the court. */
export function requireNodes({ light, court }: Definitions, names: readonly string[]): void {
  const known = [...light.nodes, ...court.nodes].map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new PenumbraError('usage', `${cite(unknown)} is no node${didYouMean(unknown, known)}`, {
    hint: `the nodes are ${known.join(', ')}`,
  });
}

/** The program's version; a test keeps it equal to the package's. */
export const PENUMBRA_VERSION = '0.1.0';

const SHOWN_DIGITS = 16;

/** Returns the versions of the program, its pipelines, policy, weights, maps and secret rules. */
export function runVersions(parts: {
  readonly light: Graph;
  readonly court: Graph;
  readonly policy: Policy;
  readonly masksDigest?: string;
}): { readonly [part: string]: string } {
  return {
    penumbra: PENUMBRA_VERSION,
    lens: LENS_COMPILER,
    [parts.light.name]: parts.light.hash.slice(0, SHOWN_DIGITS),
    [parts.court.name]: parts.court.hash.slice(0, SHOWN_DIGITS),
    policy: parts.policy.hash.slice(0, SHOWN_DIGITS),
    weights: fittedVersion(),
    secrets: SCANNER_VERSION,
    ...(parts.masksDigest && { masks: parts.masksDigest.slice(0, SHOWN_DIGITS) }),
  };
}
