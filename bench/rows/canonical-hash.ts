// Hashing a value: canonical JSON and SHA-256, against the plain form that has no fixed bytes.

import { hash } from 'node:crypto';
import { canonicalHash } from '../../src/kernel/index.ts';
import { repeated } from '../cpu.ts';
import type { Row } from '../row.ts';
import { sampleDocument } from '../sample-document.ts';

export const canonicalHashRow: Row = {
  name: 'canonical-hash',
  work: 'canonical JSON + SHA-256 of a 10 kB document',
  comparedWith: '`JSON.stringify` + SHA-256',
  budget: 4,
  sizeUnit: 'bytes',
  sizes: [1_000, 10_000, 100_000],
  subject(bytes) {
    const document = sampleDocument({ bytes });
    return { run: repeated(() => canonicalHash(document)) };
  },
  peer(bytes) {
    const document = sampleDocument({ bytes });
    return { run: repeated(() => hash('sha256', JSON.stringify(document))) };
  },
};
