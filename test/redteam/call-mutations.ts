// What stops attacks on the way of a call.

import type { Mutation } from '../support/red-team/mutation.ts';

const SESSION = 'src/engine/guard/open-guard-session.ts';

const CREATE = 'src/tools/create-tools.ts';

/** The checks that one call rests on one moment, and is taken for what it does. */
export const callMutations: readonly Mutation[] = [
  {
    attack: 'call-second-mode',
    file: SESSION,
    remove: '(mode) => scopeInForce(contracts, mode)',
    put: '() => scopeInForce(contracts, session.mode())',
    why: 'the rows of one mode would meet the contract of another',
  },
  {
    attack: 'call-opened-in-second-mode',
    file: SESSION,
    remove: 'contracts: { open, close, cancel },',
    put: 'contracts: { open: (draft) => open(draft, session.mode()), close, cancel },',
    why: 'it would be in force where it was not declared',
  },
  {
    attack: 'call-named-by-root',
    file: 'src/tools/calls/call-request.ts',
    remove: "return HOST_PATH.test(name) ? '' : name;",
    put: 'return name;',
    why: 'a guess of where a root lies would be answered otherwise',
  },
  {
    attack: 'call-unanswering-session',
    file: 'src/guard/world/create-world.ts',
    remove: 'answerOf(readRegistry) ?? NO_ENTRIES',
    put: '(answerOf, readRegistry() ?? NO_ENTRIES)',
    why: 'the call would be neither answered nor on record',
  },
  {
    attack: 'call-unanswering-masks',
    file: 'src/guard/world/read-session.ts',
    remove: 'const masks = answerOf(() => wordsOf(worn));',
    put: 'const masks = wordsOf(worn);',
    why: 'what is asked of a list can throw, too',
  },
  {
    attack: 'call-unanswering-masks',
    file: 'src/guard/world/read-session.ts',
    remove: 'const said = answerOf(() => session.mode());',
    put: 'const said = session.mode();',
    why: 'who asks for the mode would be thrown at',
  },
  {
    attack: 'call-rejecting-session',
    file: 'src/guard/world/read-session.ts',
    remove: 'const declared = answerOf(() => session.contract(mode));',
    put: 'const declared = session.contract(mode);',
    why: 'a promise that fails and that nobody hears ends the process',
  },
  {
    attack: 'call-rejecting-session',
    file: 'src/guard/world/read-registry.ts',
    remove: 'silence(mods);',
    put: 'void silence;',
    why: 'a promise that fails and that nobody hears ends the process',
  },
  {
    attack: 'call-unreadable-options',
    file: CREATE,
    remove: 'return AbortSignal.abort(fault);',
    put: 'throw fault;',
    why: 'the call would be neither answered nor on record',
  },
  {
    attack: 'call-given-up',
    file: 'src/tools/calls/answer-call.ts',
    remove: 'const isOnRecord = await record.write(prepared.intent);\n  context.signal.throwIfAborted();',
    put: 'const isOnRecord = await record.write(prepared.intent);',
    why: 'it would be done for somebody who gave up meanwhile',
  },
  {
    attack: 'call-given-up',
    file: CREATE,
    remove: 'signal,\n      async () => {\n        await looked;',
    put: 'neverAborted,\n      async () => {\n        await looked;',
    why: 'whoever gave up would wait',
  },
  {
    attack: 'call-unanswering-condition',
    file: 'src/guard/conditions/condition.ts',
    remove: '// INVARIANT (deny by default): a condition that throws does not hold.\n    return false;',
    put: 'return true;',
    why: 'what cannot be told would be taken for granted',
  },
  {
    attack: 'call-throwing-watcher',
    file: 'src/tools/create-tools.ts',
    remove: 'tellWatcher(onCall, {',
    put: 'onCall?.({',
    why: 'what was done would not be answered',
  },
  {
    attack: 'call-odd-contract',
    file: 'src/guard/world/read-session.ts',
    remove: '(id === undefined || isWord(id)) &&',
    put: '',
    why: 'what no record can hold would be put on record',
  },
  {
    attack: 'call-odd-contract',
    file: 'src/guard/world/read-session.ts',
    remove: 'isListOf(scope.targets, isTarget, MOST_TARGETS);',
    put: 'true;',
    why: 'a contract without targets would be one',
  },
  {
    attack: 'call-moved-out',
    file: 'src/tools/file/rename-file.ts',
    remove: "removesBy: 'file delete',",
    put: '',
    why: 'who may write could take away',
  },
  {
    attack: 'call-moved-between-entries',
    file: 'src/tools/calls/answer-call.ts',
    remove: 'return isRow && registry.every((entry) => holdsPath(entry, one) === holdsPath(entry, other));',
    put: 'return isRow;',
    why: 'entries of one root come under the same rows',
  },
];
