/** Finds the shipped definitions by name; a resolver of files can fall back on it. */
import { shippedPipelines } from './shipped-pipelines.ts';

/** The names of the shipped definitions. */
export const shippedNames: readonly string[] = Object.freeze(Object.keys(shippedPipelines));

/** Returns the text of a shipped definition, or null. */
export function resolveShipped(name: string): string | null {
  return Object.hasOwn(shippedPipelines, name) ? (shippedPipelines[name] ?? null) : null;
}
