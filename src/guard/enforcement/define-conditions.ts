/** Adds conditions to those every policy knows, and binds what a policy writes to them. */
import { assertInvariant, cite, didYouMean } from '../../kernel/index.ts';
import { builtInConditions } from './built-in-conditions.ts';
import type { BoundCondition, ConditionDefinition } from './condition.ts';

/** The conditions a policy can name. */
export type ConditionRegistry = {
  readonly names: readonly string[];
  /** Returns what a row wrote as a condition, or what is wrong with it. */
  readonly bind: (text: string) => BoundCondition | { readonly fault: string; readonly remedy: string };
};

const NAME = /^[a-z][a-z0-9_]*$/;
const WRITTEN = /^([a-z][a-z0-9_]*)(?:\(([A-Za-z0-9_.|-]+)\))?$/;

/**
 * Registers further conditions beside the built-in ones.
 *
 * @example loadPolicy(text, { conditions: defineConditions([{ name: 'on_branch', argument: 'a branch', check }]) })
 */
export function defineConditions(own: readonly ConditionDefinition[] = []): ConditionRegistry {
  const definitions = new Map<string, ConditionDefinition>();
  for (const definition of [...builtInConditions, ...own]) {
    const { name, parts = [] } = definition;
    assertInvariant(
      [name, ...parts].every((word) => NAME.test(word)),
      `condition \`${name}\` is misnamed`,
    );
    assertInvariant(!definitions.has(name), `condition \`${name}\` is defined twice`);
    definitions.set(name, Object.freeze({ ...definition }));
  }
  const names = Object.freeze([...definitions.keys()]);
  return Object.freeze({ names, bind: (text: string) => bindCondition(text, definitions) });
}

function bindCondition(
  text: string,
  definitions: ReadonlyMap<string, ConditionDefinition>,
): ReturnType<ConditionRegistry['bind']> {
  const [, name = text, argument] = WRITTEN.exec(text) ?? [];
  const definition = definitions.get(name);
  if (!definition) {
    return {
      fault: `${cite(text)} is not a condition${didYouMean(name, definitions.keys())}`,
      remedy: `use ${[...definitions.keys()].join(', ')}, or register it with \`defineConditions\``,
    };
  }
  if (definition.argument === undefined && argument !== undefined)
    return { fault: `${cite(text)} takes nothing in brackets`, remedy: `write \`${name}\`` };
  if (definition.argument !== undefined && argument === undefined) {
    return {
      fault: `${cite(text)} needs ${definition.argument} in brackets`,
      remedy: `write it like \`${name}(…)\``,
    };
  }
  return Object.freeze({ text, definition, argument: argument ?? '' });
}
