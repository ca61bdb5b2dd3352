// What stops attacks by replies.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const replyMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove: '...leakFaults(reply, guard),',
      put: '',
      why: 'a reply is scanned',
    },
    'reply-names',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove: "return isAllowed(name, allowed) ? [] : [{ code: 'handle-not-allowed', handle: name, path }];",
      put: 'return [];',
      why: 'a reply cites what it was told',
    },
    'reply-ordinals',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove:
        "return Object.hasOwn(pack.citations, name) ? [] : [{ code: 'label-unknown', handle: name, path }];",
      put: 'return [];',
      why: 'a reply cites labels of its pack',
    },
    'reply-labels',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove: '...contentFaults(reply, parsed),',
      put: '',
      why: 'a reply keeps to what is forbidden',
    },
    'reply-forbidden',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove: "if (!('value' in descriptor)) throw new TypeError('no data');",
      put: "if (!('value' in descriptor)) return descriptor.get?.();",
      why: 'what answers by a getter is no data',
    },
    'reply-getter',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove: "...(envelope.promptpack_hash === pack.hash ? [] : [{ code: 'pack-mismatch' } as const]),",
      put: '',
      why: 'an envelope is that of its pack',
    },
    'reply-other-pack',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/ask-checked.ts',
      remove: '.map(({ code }) => (withheld.has(code) ? WITHHELD : code))',
      put: '.map(({ code, path }) => [withheld.has(code) ? WITHHELD : code, path].join())',
      why: 'reasons name no place',
    },
    'reply-which-guess',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/ask-checked.ts',
      remove: "new Set(['locked-token', 'forbidden-content'])",
      put: "new Set(['locked-token'])",
      why: 'what is forbidden and what is locked have one word',
    },
    'reply-which-guess',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/ask-checked.ts',
      remove: 'refusals.spend();',
      put: '',
      why: 'refused replies are counted',
    },
    'reply-many-guesses',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove: "if (taken && isFit && taken.guard === undefined) throw missingGuard('no-guard');",
      put: 'if (taken && isFit && taken.guard === undefined)\n    return { ...taken, envelope, guard: compileGuard([]).bind(parsePack(taken.pack).working_set_id) };',
      why: 'a reply is not checked without a guard',
    },
    'reply-no-guard',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove: "if (guard.size === 0) throw missingGuard('no-guard');",
      put: '',
      why: 'a guard that knows of nothing is the one of its working set',
    },
    'reply-empty-guard',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/compile-guard.ts',
      remove: 'size: targets.covered,',
      put: 'size: targets.handles.length,',
      why: 'an item without tokens is not guarded',
    },
    'pack-empty-guard',
    'reply-empty-guard',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove: '{ passOver: CITATIONS, ids: false }',
      put: '{ ids: false }',
      why: 'citations between the letters of a reply are passed over',
    },
    'reply-cited',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/check-reply.ts',
      remove: '{ passOver: CITATIONS, ids: false }',
      put: '{ passOver: CITATIONS }',
      why: 'an id that was guessed is no fault',
    },
    'reply-id-guess',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/ask-checked.ts',
      remove: '.filter(({ code, path }) => !(withheld.has(code) && miscited.has(path)))',
      put: '',
      why: 'a handle that was not handed out has one word',
    },
    'reply-handle-guess',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/find-citations.ts',
      remove: 'LABELS, FRAME, LOCKED, NAMED, RULE_WORD]',
      put: 'LABELS, FRAME, LOCKED, NAMED, RULE]',
      why: 'a rule ends with its bracket',
    },
    'reply-cited',
  ),
];
