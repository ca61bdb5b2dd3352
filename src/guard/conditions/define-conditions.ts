/** Registers conditions in addition to the built-in ones, and binds the conditions written in a policy. */
import { assertInvariant, cite, didYouMean } from '../../kernel/index.ts';
import { builtInConditions } from './built-in-conditions.ts';
import type { Condition, ConditionContext, ConditionFactory } from './condition.ts';

/** The conditions a policy can name. */
export type ConditionRegistry = {
  readonly names: readonly string[];
  /** Returns the condition written in a row, or what is wrong with it. */
  readonly bind: (text: string) => Condition | { readonly fault: string; readonly remedy: string };
};

const NAME = /^[a-z][a-z0-9_]*$/;
const WRITTEN = /^([a-z][a-z0-9_]*)(?:\(([A-Za-z0-9_.|-]+)\))?$/;

/**
 * Registers further conditions beside the built-in ones.
 *
 * @example loadPolicy(text, { conditions: defineConditions([{ name: 'is_night', check: () => hour() < 6 }]) })
 */
export function defineConditions(own: readonly (Condition | ConditionFactory)[] = []): ConditionRegistry {
  const definitions = new Map<string, Condition | ConditionFactory>();
  for (const definition of [...builtInConditions, ...own]) {
    const { name } = definition;
    assertInvariant(NAME.test(name), `condition \`${name}\` is misnamed`);
    assertInvariant(!definitions.has(name), `condition \`${name}\` is defined twice`);
    const { check, argument, of } = definition as Partial<Condition & ConditionFactory>;
    const isFactory = typeof argument === 'string' && typeof of === 'function' && check === undefined;
    assertInvariant(
      isFactory || (typeof check === 'function' && argument === undefined && of === undefined),
      `condition \`${name}\` has either \`check\`, or \`argument\` and \`of\``,
    );
    definitions.set(name, definition);
  }
  const names = Object.freeze([...definitions.keys()]);
  return Object.freeze({ names, bind: (text: string) => bindCondition(text, definitions) });
}

function bindCondition(
  text: string,
  definitions: ReadonlyMap<string, Condition | ConditionFactory>,
): ReturnType<ConditionRegistry['bind']> {
  const [, name = text, argument] = WRITTEN.exec(text) ?? [];
  const definition = definitions.get(name);
  if (!definition) {
    return {
      fault: `${cite(text)} is not a condition${didYouMean(name, definitions.keys())}`,
      remedy: `use ${[...definitions.keys()].join(', ')}, or register it with \`defineConditions\``,
    };
  }
  if ('check' in definition) {
    if (argument !== undefined)
      return { fault: `${cite(text)} takes nothing in brackets`, remedy: `write \`${name}\`` };
    return Object.freeze({ name, check: (context: ConditionContext) => definition.check(context) });
  }
  if (argument === undefined) {
    return {
      fault: `${cite(text)} needs ${definition.argument} in brackets`,
      remedy: `write it like \`${name}(…)\``,
    };
  }
  return Object.freeze({ name: text, check: definition.of(argument) });
}
