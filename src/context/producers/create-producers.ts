/** Creates the producers that derive frames from single files without a model. */

import type { FrameType } from '../../ledger/index.ts';
import { commitChangeType } from './commit-change-frame.ts';
import { createDigestProducer, digestType } from './produce-digest.ts';
import { historyType } from './produce-history.ts';
import { createImportsProducer, importsType } from './produce-imports.ts';
import { createOutlineProducer, outlineType } from './produce-outline.ts';
import { encodeFacts, TERMS_AGENT, TERMS_VERSION, termsType } from './produce-terms.ts';
import type { Producer } from './producer.ts';
import { readSourceFacts } from './source-facts.ts';
import { sourceExtension, sourceSyntax } from './source-syntax.ts';
import type { SyntaxParser } from './syntax-parser.ts';

/** Creates all file producers on top of a parser. */
export function createProducers(parser: SyntaxParser): readonly Producer[] {
  return [
    createOutlineProducer(parser),
    createImportsProducer(parser),
    createDigestProducer(parser),
    termsProducer,
  ];
}

/** Produces search terms and names of sources. */
const termsProducer: Producer = {
  name: TERMS_AGENT,
  version: TERMS_VERSION,
  type: termsType,
  policyFor: (path) => (sourceSyntax(path) === undefined ? null : { extension: sourceExtension(path) ?? '' }),
  produce: async ({ path, bytes }) => encodeFacts(readSourceFacts(path, bytes) ?? null),
};

/** The frame types of all producers, for registration with a ledger. */
export const contextTypes: readonly FrameType[] = [
  termsType,
  historyType,
  commitChangeType,
  outlineType,
  importsType,
  digestType,
];
