// What stops attacks on what needs a person: protected paths, questions, and the breadth of contracts.

import type { Mutation } from '../support/red-team/mutation.ts';

const gate = 'src/guard/policy/enforce.ts';
const paths = 'src/guard/policy/protected-paths.ts';
const statement = 'src/tools/calls/answer-by-person.ts';
const byPerson = 'src/tools/calls/answer-by-person.ts';

/** The checks of what needs a person. */
export const personMutations: readonly Mutation[] = [
  {
    attack: 'protected-changed',
    file: gate,
    remove: 'const isAdded = isProtected &&',
    put: 'const isAdded = isProtected && false &&',
    why: 'a row alone would let what others run be changed',
  },
  {
    attack: 'protected-contracted',
    file: gate,
    remove: 'const isAdded = isProtected &&',
    put: 'const isAdded = isProtected && context?.contract == null &&',
    why: 'a contract would stand in for a person',
  },
  {
    attack: 'protected-slip',
    file: 'src/guard/policy/read-draft.ts',
    remove: 'if (!isSlip) return null;',
    put: 'if (isSlip || !isSlip) return null;',
    why: 'one name would be protected, and nothing else',
  },
  {
    attack: 'protected-slip',
    file: 'src/guard/policy/read-draft.ts',
    remove: "if (text.startsWith('!'))",
    put: "if (text === '!')",
    why: 'it would be taken for a name, and take nothing out',
  },
  {
    attack: 'protected-folded',
    file: paths,
    remove: 'reaching.test(foldPath(path))',
    put: 'reaching.test(path)',
    why: 'a disk that does not care would take the name for the protected one',
  },
  {
    attack: 'protected-other-root',
    file: gate,
    remove: '[...own, ...(context?.alsoAt ?? [])]',
    put: 'own',
    why: 'a root inside another would call the file by another path',
  },
  {
    attack: 'protected-by-git',
    file: gate,
    remove: "area === 'READ' || area === 'EXEC'",
    put: "area === 'READ' || area === 'EXEC' || area === 'GIT'",
    why: 'git would bring what others run, and publish it',
  },
  {
    attack: 'protected-approved',
    file: 'src/guard/conditions/built-in-conditions.ts',
    remove: 'person?.isSigned === true ||',
    put: '',
    why: 'nobody could say yes',
  },
  {
    attack: 'asked-other-call',
    file: statement,
    remove: 'lines.join(',
    put: 'lines.slice(0, lines.indexOf("", 2)).join(',
    why: 'a word would hold for whatever is written in other ways',
  },
  {
    attack: 'asked-other-state',
    file: statement,
    remove: 'return read.isCut ?',
    put: "return read.bytes.length >= 0 ? '' : read.isCut ?",
    why: 'a word would hold for whatever the edit is made in',
  },
  {
    attack: 'asked-other-staged',
    file: 'src/tools/git/change-repository.ts',
    remove: ', staged: sha256(diff.bytes) }',
    put: ' }',
    why: 'other bytes could be staged after the word was given',
  },
  {
    attack: 'asked-twice',
    file: byPerson,
    remove: '((await call.spend(id)) ? prepared.act(port) : { reply: decision.reply })',
    put: 'prepared.act(port)',
    why: 'one word would do for ever',
  },
  {
    attack: 'asked-forged',
    file: 'src/guard/approvals/approval-log.ts',
    remove: "if (signature.algorithm !== 'ed25519') return 'forged';",
    put: "if (signature.algorithm !== 'ed25519') return 'granted';",
    why: 'whoever asks could sign',
  },
  {
    attack: 'asked-host-says-yes',
    file: 'src/guard/approvals/approval-log.ts',
    remove: "let best: Signed = { state: 'asked', signature: null };",
    put: "let best: Signed = { state: 'granted', signature: null };",
    why: 'whoever has asked would have been answered',
  },
  {
    attack: 'asked-for-ever',
    file: 'src/engine/guard/open-guard-session.ts',
    remove: 'AbortSignal.timeout(waitMs),',
    put: '',
    why: 'a call would hang on a host that never answers',
  },
  {
    attack: 'asked-given-up',
    file: 'src/tools/create-tools.ts',
    remove: 'await orAborted(signal, async () => awaitPerson(question, signal)).catch(() => undefined);',
    put: 'await awaitPerson(question, UNENDING).catch(() => undefined);',
    why: 'whoever gave up would wait for as long as the person may take',
  },
  {
    attack: 'asked-throwing-host',
    file: 'src/engine/guard/open-guard-session.ts',
    remove: 'const asking = async () => ask?.(question, over);',
    put: 'const asking = () => ask?.(question, over);',
    why: 'the wait for the answer would fail with nobody to hear it, and end the process',
  },
  {
    attack: 'asked-unrecorded',
    file: byPerson,
    remove: 'intent: { ...prepared.intent, approval_id: id, approved_by: approvedBy },',
    put: 'intent: prepared.intent,',
    why: 'nobody could tell who had said yes',
  },
  {
    attack: 'contract-wide',
    file: 'src/guard/contracts/open-contract-store.ts',
    remove: '!isWider(draft, breadth)',
    put: 'isWider(draft, breadth)',
    why: 'an agent would sign itself the whole root',
  },
  {
    attack: 'contract-unending',
    file: 'src/guard/contracts/contract-breadth.ts',
    remove: 'bounds?.longestMs ?? contractLimits.defaultMs',
    put: 'contractLimits.defaultMs',
    why: 'who says nothing of the end would always need a person',
  },
  {
    attack: 'contract-wide-approved',
    file: 'src/guard/contracts/open-contract-store.ts',
    remove: 'if (word !== null && !(await word.spend()))',
    put: 'if (word !== null && !word.spend)',
    why: 'one word would open contracts for ever',
  },
  {
    attack: 'contract-wide-slipped',
    file: 'src/guard/contracts/contract-history.ts',
    remove: "isUnapproved ? 'unapproved' : state",
    put: 'isUnapproved ? state : state',
    why: 'the secret of the session would be as good as a person',
  },
  {
    attack: 'protected-as-read',
    file: 'src/guard/policy/check-draft.ts',
    remove: 'if (fault !== null) reader.noteValue',
    put: "if (fault?.message === '') reader.noteValue",
    why: 'what is granted as reading asks no person',
  },
  {
    attack: 'protected-as-read',
    file: 'src/guard/policy/check-draft.ts',
    remove: "const CHANGING: readonly Area[] = ['WRITE', 'DELETE', 'GIT'];",
    put: "const CHANGING: readonly Area[] = ['WRITE', 'DELETE', 'GIT', 'EXEC'];",
    why: 'what is granted as running asks no person either',
  },
  {
    attack: 'protected-renamed',
    file: 'src/tools/tool-table.ts',
    remove: 'for (const [written, pair] of names) requireArea(sets, written, pair);',
    put: '',
    why: 'a command does what it does by whatever name',
  },
];
