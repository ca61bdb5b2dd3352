// What stops attacks by the spelling of an address.

import type { Mutation } from '../support/red-team/mutation.ts';

const PATHS = 'src/guard/conditions/path-fault.ts';
const ADDRESSES = 'src/guard/world/address.ts';

/** The checks of addresses. */
export const pathMutations: readonly Mutation[] = [
  {
    attack: 'path-dots',
    file: PATHS,
    remove: "if (segment === '.' || segment === '..') return 'dot-segment';",
    put: '',
    why: 'a dot leads to another place than the one that is decided on',
  },
  {
    attack: 'path-empty',
    file: PATHS,
    remove: "if (segment === '') return 'empty-segment';",
    put: '',
    why: 'the first component, which picks the row, is not the first that has a name',
  },
  {
    attack: 'path-backslash',
    file: PATHS,
    remove: "if (segment.includes('\\\\')) return 'backslash';",
    put: '',
    why: 'elsewhere a backslash separates directories',
  },
  {
    attack: 'path-control',
    file: PATHS,
    remove: "if (CONTROL.test(segment)) return 'control-character';",
    put: '',
    why: 'a NUL ends a path early, and others forge lines of a log',
  },
  {
    attack: 'path-host',
    file: ADDRESSES,
    remove:
      "if (text.startsWith('/') || text.startsWith('\\\\') || DRIVE.test(text)) return 'host-absolute';",
    put: '',
    why: 'a path of the host is told apart from a wrong address',
  },
  {
    attack: 'path-namespace',
    file: ADDRESSES,
    remove: "if (namespace !== 'root' && namespace !== policy.registry) return 'unknown-namespace';",
    put: "if (namespace.trim().toLowerCase() === 'root') return parseAddress('root:'.concat(rest), policy);",
    why: 'a namespace is taken as it is written',
  },
  {
    attack: 'path-legacy',
    file: ADDRESSES,
    remove: "rest.startsWith('/') ? finish({ namespace: 'root', key, rest: rest.slice(1) }) : 'no-key'",
    put: "finish({ namespace: 'root', key, rest: rest.slice(1) })",
    why: 'a legacy spelling has one form',
  },
  {
    attack: 'path-long',
    file: PATHS,
    remove: "return isLonger(segment, MAX_SEGMENT_BYTES) ? 'segment-too-long' : null;",
    put: "return segment.length > MAX_SEGMENT_BYTES ? 'segment-too-long' : null;",
    why: 'the system counts bytes',
  },
  {
    attack: 'path-surrogate',
    file: PATHS,
    remove: "if (!segment.isWellFormed()) return 'not-well-formed';",
    put: '',
    why: 'a lone surrogate becomes another character on its way to the disk',
  },
  {
    attack: 'path-spelling',
    file: ADDRESSES,
    remove: "const path = rest.endsWith('/') ? rest.slice(0, -1) : rest;",
    put: "const path = rest.normalize('NFKC').replace(/%2[ef]/gi, (code) => decodeURIComponent(code));",
    why: 'an address is read exactly as it is written',
  },
  {
    attack: 'path-hidden-case',
    file: 'src/guard/policy/hidden-names.ts',
    remove: "'iu'",
    put: "'u'",
    why: 'some disks find `.git` under `.GIT`',
  },
  {
    attack: 'path-nested-git',
    file: 'src/guard/policy/hidden-names.ts',
    remove: '(?:^|/)(?:',
    put: '^(?:',
    why: 'a hidden name is hidden wherever it stands',
  },
];
