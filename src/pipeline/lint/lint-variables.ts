/** Lint of variables: those the engine reads are numbers, and an extension keeps the kind its base gave one. */
import { cite } from '../../kernel/index.ts';
import type { ConfigValue } from '../definition/definition.ts';
import { finding, type PipelineFinding } from '../definition/finding.ts';
import type { Graph } from '../definition/graph.ts';
import type { Locator } from '../definition/locator.ts';
import { readDefinition } from '../definition/read-definition.ts';
import { type ResolvePipeline, readPipeline } from '../definition/read-pipeline.ts';
import { resolveShipped } from '../definition/resolve-shipped.ts';

const needs: { readonly [name: string]: (value: ConfigValue) => string | null } = {
  max_loops: wholeNumber,
  evidence_depth: wholeNumber,
  convergence_threshold: (value) => (typeof value === 'number' ? null : 'a number'),
};

/** Returns variables that the engine reads and cannot use. */
export function lintVariables({ vars }: Graph, locate: Locator): PipelineFinding[] {
  return Object.entries(needs).flatMap(([name, missing]) => {
    const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
    const needed = value === undefined ? null : missing(value);
    if (value === undefined || needed === null) return [];
    const message = `the variable \`${name}\` is ${cite(String(value))}, ${needed} is needed`;
    return [finding(locate.at(['vars', name]), 'type-check', message, `set it to ${needed}`)];
  });
}

/** Returns variables that are of another kind in an extension than in the definition it extends. */
export function lintOverrides(
  text: string,
  locate: Locator,
  resolve: ResolvePipeline | undefined,
): PipelineFinding[] {
  const read = readDefinition(text);
  const { extends: name, vars = {} } = 'definition' in read ? read.definition : {};
  const base = name === undefined ? null : baseOf(name, resolve);
  return Object.entries(base?.vars ?? {}).flatMap(([variable, old]) => {
    const value = Object.hasOwn(vars, variable) ? vars[variable] : old;
    if (typeof value === typeof old) return [];
    const message = `the variable \`${variable}\` is ${kindOf(old)} in \`${name}\` and ${kindOf(value)} here`;
    return [finding(locate.at(['vars', variable]), 'type-check', message, `set it to ${kindOf(old)}`)];
  });
}

function baseOf(name: string, resolve: ResolvePipeline | undefined): Graph | null {
  const text = (resolve ?? resolveShipped)(name);
  const base = typeof text === 'string' ? readPipeline(text, resolve) : null;
  return base !== null && 'graph' in base ? base.graph : null;
}

function wholeNumber(value: ConfigValue): string | null {
  return Number.isSafeInteger(value) ? null : 'a whole number';
}

function kindOf(value: ConfigValue | undefined): string {
  if (typeof value === 'number') return 'a number';
  return typeof value === 'string' ? 'a text' : 'true or false';
}
