/**
 * The hook for Node, as the text of a module that `NODE_OPTIONS` requires. It writes a note when a process or
 * thread starts and another when it ends, so that a killed one is detected. If the runner hides the code it
 * runs, the hook counts through the inspector and saves that code with its source map.
 */
import { OUT_VARIABLE } from './python-tracer.ts';

/** The variable that tells the hook to count by itself. */
export const INSPECT_VARIABLE = 'PENUMBRA_COVERAGE_INSPECT';

/** The text of the hook. */
export const nodeHook = `'use strict';
// Notes which processes run, for Penumbra, and what they run where it is asked to. NODE_OPTIONS requires it.
const out = process.env.${OUT_VARIABLE};
if (out) {
  try {
    watch();
  } catch {
    // A test must not fail because it is looked at.
  }
}

function watch() {
  const childProcess = require('node:child_process');
  const { readFileSync, writeFileSync } = require('node:fs');
  const { basename, join } = require('node:path');
  const { fileURLToPath } = require('node:url');
  const { threadId } = require('node:worker_threads');
  const name = process.pid + '-' + threadId + '-' + process.hrtime.bigint();
  const spawned = new Set();
  const note = (kind, value) => writeFileSync(join(out, kind + '-' + name + '.json'), JSON.stringify(value));

  note('started', {});
  const take = process.env.${INSPECT_VARIABLE} ? inspect() : () => null;
  let hasEnded = false;
  const end = (isSignal) => {
    if (hasEnded) return;
    hasEnded = true;
    try {
      const counted = take();
      if (counted) note('coverage', counted);
      // Node itself writes at the exit, which a signal does not come to.
      else if (isSignal && process.env.NODE_V8_COVERAGE) require('node:v8').takeCoverage();
      note('ended', { spawned: [...spawned] });
    } catch {
      // Without the second note the first one tells.
    }
  };
  process.on('exit', () => end(false));
  // Runners end their workers by this signal. Who else listens for it decides what becomes of it.
  const onSignal = () => {
    if (process.listenerCount('SIGTERM') > 1) return;
    end(true);
    process.removeListener('SIGTERM', onSignal);
    process.kill(process.pid, 'SIGTERM');
  };
  if (threadId === 0) process.on('SIGTERM', onSignal);

  const noteChild = (file, environment) => {
    const isTraced = environment === undefined || environment === null || '${OUT_VARIABLE}' in environment;
    spawned.add((isTraced ? '' : 'untraced ') + basename(String(file)));
  };
  const spawn = childProcess.ChildProcess.prototype.spawn;
  childProcess.ChildProcess.prototype.spawn = function (options) {
    const pairs = options?.envPairs;
    noteChild(options?.file, pairs && Object.fromEntries(pairs.map((pair) => pair.split('='))));
    return spawn.apply(this, arguments);
  };
  for (const key of ['spawnSync', 'execFileSync']) {
    const original = childProcess[key];
    childProcess[key] = function (file, words, options) {
      const given = Array.isArray(words) ? options : words;
      noteChild(given?.shell ? 'sh' : file, given?.env);
      return original.apply(this, arguments);
    };
  }
  const execSync = childProcess.execSync;
  childProcess.execSync = function () {
    noteChild('sh');
    return execSync.apply(this, arguments);
  };
  require('node:module').syncBuiltinESMExports();

  function inspect() {
    const { Session } = require('node:inspector');
    const session = new Session();
    const ask = (method, parameters) => {
      let answer = null;
      session.post(method, parameters, (error, result) => {
        answer = error ? null : result;
      });
      return answer;
    };
    session.connect();
    ask('Profiler.enable');
    ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    ask('Debugger.enable');
    return () => {
      const all = ask('Profiler.takePreciseCoverage')?.result ?? [];
      const result = all.filter(({ url }) => /^(?:file:|[/]|[A-Za-z]:)/.test(url) && !url.includes('/node_modules/'));
      const sources = {};
      for (const { url, scriptId } of result) {
        const text = ask('Debugger.getScriptSource', { scriptId })?.scriptSource;
        if (typeof text === 'string' && text !== fileText(url)) sources[url] = text;
      }
      return { result, 'penumbra-sources': sources };
    };
  }

  function fileText(url) {
    try {
      return readFileSync(url.startsWith('file:') ? fileURLToPath(url) : url, 'utf8');
    } catch {
      return null;
    }
  }
}
`;
