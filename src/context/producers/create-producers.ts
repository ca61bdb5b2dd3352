/** The producers that make frames of single files without a model. */
import { createDigestProducer } from './produce-digest.ts';
import { createImportsProducer } from './produce-imports.ts';
import { createOutlineProducer } from './produce-outline.ts';
import type { Producer } from './producer.ts';
import type { SyntaxParser } from './syntax-parser.ts';
import { termsProducer } from './terms-producer.ts';

/** Makes all producers of files, over one parser. */
export function createProducers(parser: SyntaxParser): readonly Producer[] {
  return [
    createOutlineProducer(parser),
    createImportsProducer(parser),
    createDigestProducer(parser),
    termsProducer,
  ];
}
