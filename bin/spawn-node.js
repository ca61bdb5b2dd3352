// Runs a script with another Node: same terminal, same signals, same end.
// Shared by the launcher and by scripts/bootstrap.mjs, and therefore plain JavaScript for Node 18.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';

const forwarded = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/** Runs `node` with `args` and resolves to its exit code, or to 128 + the number of the signal that ended it. */
export function spawnNode(node, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { stdio: 'inherit', ...options });
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the child as well; a second one would mean "at once" there.
      if (signal !== 'SIGINT' || !isatty(0)) child.kill(signal);
    };
    const settle = (action) => {
      for (const signal of forwarded) process.off(signal, forward);
      action();
    };
    for (const signal of forwarded) process.on(signal, forward);
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code, signal) => settle(() => resolve(code ?? 128 + constants.signals[signal])));
  });
}
