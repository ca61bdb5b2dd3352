#!/usr/bin/env node
// The launcher: answers --version, finds a Node that is new enough, then hands over to the command line.
// It must parse and run on Node 18, and costs next to nothing; everything else is in src/cli.

import { existsSync, readFileSync, realpathSync } from 'node:fs';

const requiredNode = 24;
const environmentFault = 3;
const inPackage = (path) => new URL(`../${path}`, import.meta.url);
const args = process.argv.slice(2);

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${JSON.parse(readFileSync(inPackage('package.json'), 'utf8')).version}\n`);
} else if (Number.parseInt(process.versions.node, 10) >= requiredNode) {
  process.exitCode = await runHere();
} else {
  process.exitCode = await runWithOwnNode();
}

async function runHere() {
  const main = ['dist/cli/main.js', 'src/cli/main.ts'].map(inPackage).find((file) => existsSync(file));
  if (main === undefined)
    return refuse('the command line is not built', 'run `npm run build` in the checkout');
  const { enableCompileCache } = await import('node:module');
  enableCompileCache?.();
  const { run } = await import(main.href);
  return run(args);
}

/** Runs the launcher again with the Node that a checkout brings along as a development dependency. */
async function runWithOwnNode() {
  const { fileURLToPath } = await import('node:url');
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const ownNode = fileURLToPath(inPackage(`node_modules/node/bin/${binary}`));
  // INVARIANT (one hop): the own Node never launches itself again, however old it is.
  if (!existsSync(ownNode) || process.execPath === realpathSync(ownNode)) {
    return refuse(
      `Node ${requiredNode} or newer is needed, this is ${process.versions.node}`,
      'install it, or run `npm run build` in a checkout, which brings its own',
    );
  }
  const { spawnNode } = await import('./spawn-node.js');
  return spawnNode(ownNode, [...process.execArgv, fileURLToPath(import.meta.url), ...args]);
}

function refuse(problem, hint) {
  const error = { code: 'unsupported-runtime', message: problem, hint, data: {} };
  process.stderr.write(
    args.includes('--json') ? `${JSON.stringify({ error })}\n` : `penumbra: ${problem}\nhint: ${hint}\n`,
  );
  return environmentFault;
}
