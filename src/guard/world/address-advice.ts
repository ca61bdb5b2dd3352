/** What an agent is told about an address that cannot be resolved: what is wrong, and how to write it right. */
import type { AddressFault } from './address.ts';
import { MAX_PATH_BYTES, MAX_SEGMENT_BYTES } from './path-fault.ts';

const PLAIN = 'write each directory by its name, with one `/` between them';

/** What is wrong and the remedy, by fault; none of them repeats what was asked. */
export const addressAdvice: Readonly<Record<AddressFault, readonly [message: string, remedy: string]>> = {
  'not-text': ['an address is a text', 'write it like `root:<key>/<path>`'],
  'host-absolute': ['paths of the host are not addresses', 'write it like `root:<key>/<path>`'],
  relative: ['a relative path is not an address', 'write it like `root:<key>/<path>`'],
  'unknown-namespace': ['the namespace of the address is not known', 'write it like `root:<key>/<path>`'],
  'no-key': ['the address names no root', 'write it like `root:<key>/<path>`'],
  'unknown-root': ['no root is known by that key', 'use the key of a root of this session'],
  'unknown-entry': [
    'no entry of the registry is known by that name',
    'use a name of the registry, as spelt there',
  ],
  'not-well-formed': ['the address is not well-formed Unicode', 'write it without lone surrogates'],
  'control-character': ['the address holds a control character', 'write it without'],
  backslash: ['the address holds a backslash', 'use `/` between directories'],
  'empty-segment': ['the address has an empty segment', PLAIN],
  'dot-segment': ['the address has a `.` or `..` segment', PLAIN],
  'segment-too-long': [`a segment is longer than ${MAX_SEGMENT_BYTES} bytes`, 'use a shorter name'],
  'path-too-long': [`the path is longer than ${MAX_PATH_BYTES} bytes`, 'use a shorter path'],
  link: ['a link lies on the way, and links are not followed', 'use the address of what it leads to'],
};
