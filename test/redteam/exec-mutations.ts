// What stops attacks on running programs.

import type { Mutation } from '../support/red-team/mutation.ts';

const matching = 'src/guard/exec/match-rule.ts';
const log = 'src/guard/approvals/approval-log.ts';
const subject = 'subject as unknown as CanonicalValue);';
const subjectWithout = (field: string) => `{ ...subject, ${field}: null } as unknown as CanonicalValue);`;

/** The checks of command lines, programs, approvals and runs. */
export const execMutations: readonly Mutation[] = [
  {
    attack: 'exec-shell-words',
    file: 'src/adapters/exec/run-process.ts',
    remove: 'detached: true,',
    put: 'detached: true, shell: true,',
    why: 'a shell would act on the words',
  },
  {
    attack: 'exec-inline-code',
    file: matching,
    remove: 'if (program !== rule.program || !isFixed) continue;',
    put: 'if (!isFixed) continue;',
    why: 'any program would fit a rule by its words alone',
  },
  {
    attack: 'exec-open-rule',
    file: 'src/guard/exec/rule-dangers.ts',
    remove:
      "if (runners.has(family)) return [{ part: 'program', index: 0, because: 'runs whatever it is given' }];",
    put: '',
    why: 'a rule could name a shell',
  },
  {
    attack: 'exec-flag-smuggling',
    file: matching,
    remove: 'if (flag === null) return null;',
    put: 'if (flag === null) continue;',
    why: 'a flag that no rule names would be passed on',
  },
  {
    attack: 'exec-operand-flag',
    file: matching,
    remove: 'const SPECIAL = /^[-@:]/;',
    put: 'const SPECIAL = /^$/;',
    why: 'programs take such operands for more than a path',
  },
  {
    attack: 'exec-operand-outside',
    file: 'src/tools/exec/choose-run.ts',
    remove: "if (read === 'link') return false;",
    put: '',
    why: 'a program follows links',
  },
  {
    attack: 'exec-operand-directory',
    file: 'src/tools/exec/choose-run.ts',
    remove: "if (read !== 'not-a-file') return true;",
    put: "if (read !== 'link') return true;",
    why: 'a program goes on from a directory by itself',
  },
  {
    attack: 'exec-replaced-program',
    file: 'src/adapters/exec/prepared-program.ts',
    remove: "if (!isUnchanged(pin)) return 'program-changed';",
    put: '',
    why: 'what was pinned would be a name and not a program',
  },
  {
    attack: 'exec-program-in-root',
    file: 'src/adapters/exec/pin-program.ts',
    remove: 'if (isWithin(file, roots) || isWithin(realpathSync.native(dirname(found)), roots)) return null;',
    put: '',
    why: 'agents write in roots',
  },
  {
    attack: 'exec-relative-path',
    file: 'src/adapters/exec/pin-program.ts',
    remove: '.filter((directory) => isAbsolute(directory))',
    put: '',
    why: 'what such a place holds depends on where one stands',
  },
  {
    attack: 'exec-test-name',
    file: 'src/tools/exec/create-operator-command.ts',
    remove: 'if (isFlag && (endOfFlags < 0 || endOfFlags > index))',
    put: 'if (isFlag && endOfFlags > index)',
    why: 'whoever writes a report could set a flag',
  },
  {
    attack: 'exec-more-runs',
    file: 'src/tools/exec/create-operator-command.ts',
    remove: 'take: () => left > 0 && left-- > 0,',
    put: 'take: () => true,',
    why: 'a run that was granted once would be granted for ever',
  },
  {
    attack: 'exec-script-changed',
    file: log,
    remove: subject,
    put: subjectWithout('content'),
    why: 'bytes that nobody read would run',
  },
  {
    attack: 'exec-other-words',
    file: log,
    remove: subject,
    put: subjectWithout('args'),
    why: 'words that nobody read would be passed',
  },
  {
    attack: 'exec-other-place',
    file: log,
    remove: subject,
    put: subjectWithout('directory'),
    why: 'it would run where nobody meant it to',
  },
  {
    attack: 'exec-other-contract',
    file: log,
    remove: subject,
    put: subjectWithout('contract'),
    why: 'it would run for work that is over',
  },
  {
    attack: 'exec-script-raced',
    file: 'src/tools/exec/exec-tool.ts',
    remove: 'const outcome = await runner.run(plan);',
    put: `const again = call.others[0] && call.means.disk.readFile(call.others[0].disk, { maxBytes: 1e6 });
  const runnable = again && typeof again !== 'string' ? { script: again.bytes } : plan.runnable;
  const outcome = await runner.run({ ...plan, runnable });`,
    why: 'what stands there when it runs is not what was verified',
  },
  {
    attack: 'exec-replayed',
    file: 'src/guard/approvals/judge-approval.ts',
    remove: "if (isSpent) return keep('spent');",
    put: '',
    why: 'one approval would do for many runs',
  },
  {
    attack: 'exec-raced-approval',
    file: log,
    remove: "requires: [{ kind: 'log-length', log, length }],",
    put: 'requires: [],',
    why: 'all who saw it granted would spend it',
  },
  {
    attack: 'exec-expired',
    file: 'src/guard/approvals/judge-approval.ts',
    remove: "clock.now() >= request.expiresMs ? 'expired' : signed.state",
    put: 'signed.state',
    why: 'an approval would stand for ever',
  },
  {
    attack: 'exec-script-elsewhere',
    file: 'src/tools/exec/choose-run.ts',
    remove: 'script !== undefined && isInScratch(script, call) ?',
    put: 'script !== undefined ?',
    why: 'a person would be asked about what lies where others write',
  },
  {
    attack: 'exec-environment',
    file: 'src/adapters/exec/run-environment.ts',
    remove: '...Object.fromEntries(passed),',
    put: '...(source as Record<string, string>),',
    why: 'whatever this process knows would be handed on',
  },
  {
    attack: 'exec-environment',
    file: 'src/guard/policy/check-exec.ts',
    remove: 'if (because === null) return;',
    put: "if (because === null || because !== 'set-here') return;",
    why: 'a policy that names a key would hand it on',
  },
  {
    attack: 'exec-outlives',
    file: 'src/adapters/exec/run-process.ts',
    remove: 'hasTimedOut = true;\n    killGroup(group);',
    put: "hasTimedOut = true;\n    child.kill('SIGTERM');",
    why: 'a program that ignores one signal would go on',
  },
  {
    attack: 'exec-gigabytes',
    file: 'src/adapters/exec/capture-output.ts',
    remove: 'if (room > 0) chunks[name].push(Uint8Array.from(chunk.subarray(0, room)));',
    put: 'chunks[name].push(Uint8Array.from(chunk));',
    why: 'what is printed would be kept whole',
  },
  {
    attack: 'exec-sandbox-network',
    file: 'src/adapters/exec/sandbox-system.ts',
    remove: "'--unshare-all', '--unshare-user',",
    put: "'--unshare-user', '--unshare-pid', '--unshare-ipc',",
    why: 'the network of this machine would be that of the sandbox',
  },
  {
    attack: 'exec-sandbox-hidden',
    file: 'src/tools/exec/find-covered.ts',
    remove: 'else if (isCovered(path)) hidden.push(path);',
    put: 'else if (isCovered(path)) waiting.length;',
    why: 'a root that is shown would be shown whole',
  },
  {
    attack: 'exec-sandbox-files',
    file: 'src/adapters/exec/run-in-sandbox.ts',
    remove: "...['--ro-bind-fd', String(FIRST_HANDED_DESCRIPTOR + 1 + index), at],",
    put: "...['--bind-fd', String(FIRST_HANDED_DESCRIPTOR + 1 + index), at],",
    why: 'a root that is shown could be changed',
  },
  {
    attack: 'exec-sandbox-processes',
    file: 'src/adapters/exec/sandbox-system.ts',
    remove: "'--unshare-all', '--unshare-user',",
    put: "'--unshare-user', '--unshare-net', '--unshare-ipc',",
    why: 'the processes of this machine would be those of the sandbox',
  },
  {
    attack: 'exec-sandbox-directory',
    file: 'src/adapters/exec/run-in-sandbox.ts',
    remove: '...workCovers,',
    put: '',
    why: 'a directory would be shown whole to what runs in it',
  },
  {
    attack: 'exec-sandbox-written',
    file: 'src/adapters/exec/run-in-sandbox.ts',
    remove: "plan.isReadOnly ? '--ro-bind-fd' : '--bind-fd'",
    put: "'--bind-fd'",
    why: 'what is not scratch would be written to',
  },
];
