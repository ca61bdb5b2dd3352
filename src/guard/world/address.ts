/**
 * Addresses, `<namespace>:<key>/<path>`, by which agents refer to files. They are read exactly as written,
 * without trimming, case folding or normalization, so only declared legacy spellings are alternative names.
 */

import {
  findPathFault,
  findSegmentFault,
  MAX_PATH_BYTES,
  MAX_SEGMENT_BYTES,
  type PathFault,
} from '../conditions/path-fault.ts';
import type { Policy } from '../policy/policy.ts';

/** A parsed address; `key` is a root's key, or an entry's name if `isEntry`. */
export type Address = {
  readonly isEntry: boolean;
  readonly key: string;
  readonly path: string;
  /** The canonical spelling. */
  readonly text: string;
  /** The meaning if no entry has this name: `mod:Name:/x` is a legacy spelling of `mod:Name/x`. */
  readonly legacy?: Address;
};

/** Why an address cannot be resolved. */
export type AddressFault =
  | PathFault
  | 'not-text'
  | 'host-absolute'
  | 'relative'
  | 'unknown-namespace'
  | 'no-key'
  | 'unknown-root'
  | 'unknown-entry'
  | 'link';

const DRIVE = /^[A-Za-z]:(?:[\\/]|$)/;
// Room for the longest path, key and namespace; anything longer is rejected unread.
const MAX_ADDRESS_LENGTH = 8 * 1024;

/**
 * Parses an address using the namespaces and legacy spellings of a policy. Does not check whether the key is
 * known.
 */
export function parseAddress(text: unknown, policy: Policy): Address | AddressFault {
  if (typeof text !== 'string') return 'not-text';
  if (text.length > MAX_ADDRESS_LENGTH) return 'path-too-long';
  if (text.startsWith('/') || text.startsWith('\\') || DRIVE.test(text)) return 'host-absolute';
  const colon = text.indexOf(':');
  if (colon < 0 || text.slice(0, colon).includes('/')) return 'relative';
  const namespace = text.slice(0, colon);
  const rest = text.slice(colon + 1);
  const legacy = policy.roots.find((root) => root.legacy === namespace);
  if (legacy !== undefined) return readLegacy(legacy.key, rest);
  if (namespace !== 'root' && namespace !== policy.registry) return 'unknown-namespace';

  const slash = rest.indexOf('/');
  const key = slash < 0 ? rest : rest.slice(0, slash);
  if (key === '') return 'no-key';
  const keyFault = findSegmentFault(key);
  if (keyFault !== null) return keyFault;
  const address = finish({ namespace, key, rest: slash < 0 ? '' : rest.slice(slash + 1) });
  const isLegacy = namespace !== 'root' && slash >= 0 && /[^:]:$/.test(key);
  if (typeof address === 'string' || !isLegacy) return address;
  const plain = finish({ namespace, key: key.slice(0, -1), rest: rest.slice(slash + 1) });
  return typeof plain === 'string' ? plain : { ...address, legacy: plain };
}

function readLegacy(key: string, rest: string): Address | AddressFault {
  return rest.startsWith('/') ? finish({ namespace: 'root', key, rest: rest.slice(1) }) : 'no-key';
}

function finish({
  namespace,
  key,
  rest,
}: {
  namespace: string;
  key: string;
  rest: string;
}): Address | AddressFault {
  // One trailing slash is dropped. If that leaves nothing, there was an empty segment.
  const path = rest.endsWith('/') ? rest.slice(0, -1) : rest;
  if (path === '' && rest !== '') return 'empty-segment';
  const fault = findPathFault(path);
  if (fault !== null) return fault;
  const text = path === '' ? `${namespace}:${key}` : `${namespace}:${key}/${path}`;
  return { isEntry: namespace !== 'root', key, path, text };
}

const PLAIN = 'write each directory by its name, with one `/` between them';

/** The message and remedy for each fault. None of them repeats the request. */
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
