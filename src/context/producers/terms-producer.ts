/** The producer `terms` of a single file; it rests on what those of a whole tree rest on, and so shares their frames. */
import type { Producer } from './producer.ts';
import { readSourceFacts } from './source-facts.ts';
import { sourceExtension, sourceSyntax } from './source-syntax.ts';
import { encodeFacts, TERMS_AGENT, TERMS_VERSION, termsType } from './terms-frame.ts';

/** Makes search terms and names of sources. */
export const termsProducer: Producer = {
  name: TERMS_AGENT,
  version: TERMS_VERSION,
  type: termsType,
  policyFor: (path) => (sourceSyntax(path) === undefined ? null : { extension: sourceExtension(path) ?? '' }),
  produce: async ({ path, bytes }) => encodeFacts(readSourceFacts(path, bytes) ?? null),
};
