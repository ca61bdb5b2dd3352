/**
 * The prompts of models as data, one for each step and seat. They are part of the style of a pack, so that a
 * pack contains everything a model reads and its hash covers it.
 */
import { canonicalHash, cite, PenumbraError } from '../../kernel/index.ts';
import { shippedPrompts } from './shipped-prompts.ts';

const SHOWN_DIGITS = 16;

/** Returns the prompt of a step or seat as paragraphs: the general rules, then its own. */
export function promptOf(name: string): readonly string[] {
  const { rules, ...own } = shippedPrompts;
  const text = Object.hasOwn(own, name) ? own[name as keyof typeof own] : undefined;
  if (text !== undefined) return `${rules}\n${text}`.split(/\n{2,}/).map((paragraph) => paragraph.trim());
  throw new PenumbraError('usage', `there is no prompt for ${cite(name)}`, {
    hint: `there are prompts for ${Object.keys(own).join(', ')}`,
  });
}

/** Returns a version that identifies these prompts. */
export function promptsVersion(prompts: Readonly<Record<string, string>> = shippedPrompts): string {
  return canonicalHash(prompts).slice(0, SHOWN_DIGITS);
}
