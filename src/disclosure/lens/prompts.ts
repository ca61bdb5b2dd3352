/**
 * What a model is told beside the blocks: one prompt for each step and seat, as data. It stands in the style of a pack, so
 * that a pack holds all that a model reads and the pack's hash covers it.
 */
import { canonicalHash, cite, PenumbraError } from '../../kernel/index.ts';
import { shippedPrompts } from './shipped-prompts.ts';

const SHOWN_DIGITS = 16;

/** Returns the prompt of a step or seat: the rules for all, and its own, as paragraphs. */
export function promptOf(name: string): readonly string[] {
  const { rules, ...own } = shippedPrompts;
  const text = Object.hasOwn(own, name) ? own[name as keyof typeof own] : undefined;
  if (text !== undefined) return `${rules}\n${text}`.split(/\n{2,}/).map((paragraph) => paragraph.trim());
  throw new PenumbraError('usage', `there is no prompt for ${cite(name)}`, {
    hint: `there are prompts for ${Object.keys(own).join(', ')}`,
  });
}

/** Returns what tells these prompts from any others. */
export function promptsVersion(prompts: Readonly<Record<string, string>> = shippedPrompts): string {
  return canonicalHash(prompts).slice(0, SHOWN_DIGITS);
}
