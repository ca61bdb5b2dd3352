// Builds what is published: dist/lib by tsc (the library) and dist/cli by esbuild (the command line, one bundle
// with lazy parts). Does nothing when the sources are those of the last build.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'dist', '.build');

const stamp = hashInputs();
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  process.exitCode = buildLibrary() || (await bundleCommandLine());
  if (process.exitCode === 0) writeFileSync(stampFile, stamp);
}

function hashInputs(): string {
  const sources = globSync('src/**/*.{ts,tsx,json}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const hash = createHash('sha256');
  for (const file of [
    ...sources.sort(),
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

function buildLibrary(): number {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0)
    process.stderr.write('error: the sources do not compile\nhint: see the messages of tsc above\n');
  return status ?? 1;
}

async function bundleCommandLine(): Promise<number> {
  const { build } = await import('esbuild');
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts'],
    outdir: 'dist/cli',
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Native, or too large to be copied; they are loaded from the package's own dependencies when first used.
    external: ['pg', '@parcel/watcher', '@vscode/tree-sitter-wasm', 'gpt-tokenizer'],
    // Bundled CommonJS packages ask for node built-ins by `require`, which an ES module does not have.
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  }).catch(() => undefined);
  return result === undefined ? 1 : 0;
}
