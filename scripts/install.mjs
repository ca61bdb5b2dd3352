// Brings node_modules in line with the lock file, and repairs it when an earlier install was cut short.
// A stamp tells what was installed, so that a run with nothing to do costs a few file reads.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const requiredNode = 24;
const platform = `${process.platform}-${process.arch}`;
const unfinished = 'unfinished';
const networkCodes =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** A problem the user can solve, with the remedy. */
export class BootstrapError extends Error {
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

/** Installs the locked packages unless the stamp says that they are there. */
export function ensureInstalled(root) {
  const modules = join(root, 'node_modules');
  const stampFile = join(modules, '.penumbra-install');
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  const wanted = `${platform} ${hashFiles(root, ['package.json', 'package-lock.json'])}`;
  if (stamp === wanted && hasEveryPackage(root, modules)) return;

  refuseSecondInstall(stamp);
  clearRemains(root, modules, stamp);
  mkdirSync(modules, { recursive: true });
  writeFileSync(stampFile, `${unfinished} ${process.pid}`);
  install(root);
  writeFileSync(stampFile, wanted);
}

/** Finds the Node to run tasks with: the project's own, else the present one if it is new enough. */
export function findNode(root) {
  const own = ownNode(root);
  if (existsSync(own)) return own;
  if (isPresentNodeEnough()) return process.execPath;
  throw new BootstrapError(
    'the package `node` came without its program, because install scripts did not run',
    `allow them (npm config set ignore-scripts false), or use Node ${requiredNode}`,
  );
}

function refuseSecondInstall(stamp) {
  const [word, pid] = stamp.split(' ');
  if (word !== unfinished || !isAlive(Number(pid))) return;
  throw new BootstrapError(
    `another install is under way (process ${pid})`,
    'wait for it, then run the task again',
  );
}

/** Removes what npm would take for installed: it trusts the folders it finds and does not look inside. */
function clearRemains(root, modules, stamp) {
  if (!existsSync(modules)) return;
  const isOtherPlatform = stamp !== '' && !stamp.startsWith(`${platform} `);
  const isCutShort = !existsSync(join(modules, '.package-lock.json'));
  if (isOtherPlatform || isCutShort) {
    say('node_modules is incomplete or of another platform: starting afresh');
    rmSync(modules, { recursive: true, force: true });
  } else if (!existsSync(ownNode(root))) {
    rmSync(join(modules, 'node'), { recursive: true, force: true });
  }
}

function install(root) {
  say('installing packages (npm ci)');
  const strict = npm(root, 'ci');
  if (strict.status === 0) return;
  failWithoutNetwork(strict.output);
  // A registry may lack optional packages of other platforms, which `npm ci` does not forgive.
  // `npm install --no-save` keeps to the locked versions and leaves the lock file as it is.
  say(`npm ci refused (${reasonIn(strict.output)})`);
  say('installing the locked versions (npm install --no-save)');
  const lenient = npm(root, 'install', '--no-save');
  if (lenient.status === 0) return;
  failWithoutNetwork(lenient.output);
  process.stderr.write(lenient.output);
  throw new BootstrapError(
    'npm could not install the packages',
    'see its message above, then run the task again',
  );
}

function npm(root, ...args) {
  const options = [
    ...args,
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    // What an outer npm was told to do, such as `npm pack --dry-run`, reaches this one by the environment.
    '--no-dry-run',
    '--no-global',
    '--no-json',
  ];
  // Started by npm, the same npm serves again; this also avoids a shell on Windows.
  const outer = process.env.npm_execpath ?? '';
  const [command, prefix, shell] =
    basename(outer) === 'npm-cli.js'
      ? [process.execPath, [outer], false]
      : ['npm', [], process.platform === 'win32'];
  const result = spawnSync(command, [...prefix, ...options], {
    cwd: root,
    shell,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.error)
    throw new BootstrapError(`npm did not start: ${result.error.message}`, 'install Node with npm');
  if (result.signal !== null) throw new BootstrapError('the install was interrupted', 'run the task again');
  return { status: result.status, output: `${result.stdout}${result.stderr}` };
}

/** Finds the line of npm's that says most to a person: which package, else the first that is not a code. */
function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!)/, '').trim());
  const reason =
    lines.find((line) => /^(Missing|Invalid): /.test(line)) ??
    lines.find((line) => line !== '' && !/^(code|errno|syscall|path) /.test(line));
  return (reason ?? 'without a word').slice(0, 160);
}

function failWithoutNetwork(output) {
  if (!networkCodes.test(output)) return;
  throw new BootstrapError(
    'npm could not reach its registry',
    'connect to the network, or set `registry` in your npm configuration to one you can reach, then run the task again',
  );
}

function hasEveryPackage(root, modules) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const isThere = names.every((name) => existsSync(join(modules, name, 'package.json')));
  return isThere && (existsSync(ownNode(root)) || isPresentNodeEnough());
}

function ownNode(root) {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function isPresentNodeEnough() {
  return Number.parseInt(process.versions.node, 10) >= requiredNode;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function hashFiles(root, names) {
  const hash = createHash('sha256');
  for (const name of names) hash.update(existsSync(join(root, name)) ? readFileSync(join(root, name)) : '');
  return hash.digest('hex');
}

function say(line) {
  process.stderr.write(`penumbra: ${line}\n`);
}
