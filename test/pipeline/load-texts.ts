// Loads definitions that refer to each other, for tests of what loads and what is refused.

import { PenumbraError } from '../../src/kernel/index.ts';
import { type Graph, loadPipeline } from '../../src/pipeline/index.ts';

/** Definitions by name. */
export type Texts = { readonly [name: string]: string };

/** Makes what loads a text beside others, and what tells why one is refused, without the code and the source. */
export function createLoader(known: Texts): {
  readonly load: (text: string, texts?: Texts) => Graph;
  readonly refusal: (text: string, texts?: Texts) => string;
} {
  const load = (text: string, texts: Texts = known) =>
    loadPipeline(text, { source: 'mine.yaml', resolve: (name) => texts[name] });
  const refusal = (text: string, texts?: Texts) => {
    try {
      load(text, texts);
    } catch (error) {
      if (error instanceof PenumbraError) return error.message.replace('mine.yaml:', '');
      throw error;
    }
    return 'accepted';
  };
  return { load, refusal };
}
