// Builds what is published: the library in dist/lib, its types by tsc and its code by esbuild, one bundle for each subpath
// with what they share in parts, and the command line in dist/cli. Does nothing when the sources are those of the last build.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

const root = join(import.meta.dirname, '..');
/** What every program loads that reads a definition or checks a shape; bundled, only what is used of it is loaded. */
const bundledPackages = ['zod', 'yaml', '@marcbachmann/cel-js'];
const stampFile = join(root, 'dist', '.build');

const stamp = hashInputs();
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  process.exitCode = declareTypes() || (await bundleLibrary()) || (await bundleCommandLine());
  if (process.exitCode === 0) writeFileSync(stampFile, stamp);
}

function hashInputs(): string {
  const sources = globSync('src/**/*.{ts,tsx,json}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const hash = createHash('sha256');
  for (const file of [
    ...sources.sort(),
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/build.ts',
  ]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function declareTypes(): number {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0)
    process.stderr.write('error: the sources do not compile\nhint: see the messages of tsc above\n');
  return status ?? 1;
}

/** All other packages stay outside, so that a program which uses them, too, has them once. */
function bundleLibrary(): Promise<number> {
  const { exports, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const others = Object.keys(dependencies).filter((name) => !bundledPackages.includes(name));
  const published = Object.values<{ default?: string }>(exports).flatMap((entry) => entry.default ?? []);
  return bundle({
    entryPoints: published.map((file) => file.replace('./dist/lib/', 'src/').replace(/js$/, 'ts')),
    outdir: 'dist/lib',
    outbase: 'src',
    external: others.flatMap((name) => [name, `${name}/*`]),
  });
}

function bundleCommandLine(): Promise<number> {
  return bundle({
    entryPoints: ['src/cli/main.ts'],
    outdir: 'dist/cli',
    minify: true,
    // Native, or too large to be copied; they are loaded from the package's own dependencies when first used.
    external: [
      'pg',
      '@ai-sdk/anthropic',
      '@ai-sdk/openai-compatible',
      '@parcel/watcher',
      '@vscode/tree-sitter-wasm',
      'gpt-tokenizer',
    ],
    // Bundled CommonJS packages ask for node built-ins by `require`, which an ES module does not have.
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
  });
}

async function bundle(options: BuildOptions): Promise<number> {
  const { build } = await import('esbuild');
  const result = await build({
    absWorkingDir: root,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
    // Of its two builds the one in ES modules, of which what is not used can be left out.
    alias: { yaml: join(root, 'node_modules/yaml/browser/dist/index.js') },
    ...options,
  }).catch(() => undefined);
  return result === undefined ? 1 : 0;
}
