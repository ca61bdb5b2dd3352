/** The schemas of the light path at work: what a walk checks, and what a pack asks for. */
import { z } from 'zod';
import { type CanonicalValue, freezeCanonical } from '../../kernel/index.ts';
import { type Artifact, wholeData } from '../../pipeline/index.ts';
import type { LightArtifactType } from './light-artifact-types.ts';
import { lightArtifacts } from './light-artifacts.ts';

const jsonSchemas = new Map<LightArtifactType, CanonicalValue>();

/** Returns why an artifact does not fit the schema of its type, or null. */
export function checkLightArtifact(artifact: Artifact): string | null {
  const { type } = artifact;
  if (!Object.hasOwn(lightArtifacts, type))
    return `\`${type.slice(0, 80)}\` is no artifact of the light path`;
  const read = lightArtifacts[type as LightArtifactType].safeParse(wholeData(artifact));
  if (read.success) return null;
  const [issue] = read.error.issues;
  return `\`${type}\` does not fit its schema at \`${issue?.path.join('.') ?? ''}\`: ${issue?.message}`;
}

/** Returns the JSON Schema of an artifact. */
export function lightSchema(type: LightArtifactType): CanonicalValue {
  const known = jsonSchemas.get(type);
  if (known !== undefined) return known;
  const schema = freezeCanonical(z.toJSONSchema(lightArtifacts[type]) as CanonicalValue);
  jsonSchemas.set(type, schema);
  return schema;
}
