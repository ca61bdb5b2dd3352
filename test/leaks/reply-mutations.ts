// What stops attacks by replies.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const replyMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/lens/check-reply.ts',
      remove: '...leakFaults(reply, guard),',
      put: '',
      why: 'a reply is scanned',
    },
    'reply-names',
  ),
  ...without(
    {
      file: 'src/lens/check-reply.ts',
      remove: "return isAllowed(name, allowed) ? [] : [{ code: 'handle-not-allowed', handle: name, path }];",
      put: 'return [];',
      why: 'a reply cites what it was told',
    },
    'reply-ordinals',
  ),
  ...without(
    {
      file: 'src/lens/check-reply.ts',
      remove:
        "return Object.hasOwn(pack.citations, name) ? [] : [{ code: 'label-unknown', handle: name, path }];",
      put: 'return [];',
      why: 'a reply cites labels of its pack',
    },
    'reply-labels',
  ),
  ...without(
    {
      file: 'src/lens/check-reply.ts',
      remove: '...contentFaults(reply, parsed),',
      put: '',
      why: 'a reply keeps to what is forbidden',
    },
    'reply-forbidden',
  ),
  ...without(
    {
      file: 'src/lens/copy-plain-data.ts',
      remove: "if (!('value' in descriptor)) throw new TypeError('no data');",
      put: "if (!('value' in descriptor)) return descriptor.get?.();",
      why: 'what answers by a getter is no data',
    },
    'reply-getter',
  ),
  ...without(
    {
      file: 'src/lens/check-reply.ts',
      remove: "...(envelope.promptpack_hash === pack.hash ? [] : [{ code: 'pack-mismatch' } as const]),",
      put: '',
      why: 'an envelope is that of its pack',
    },
    'reply-other-pack',
  ),
];
