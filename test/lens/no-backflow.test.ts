// No backflow: from the sources and as it is published, the lens loads no store, tool, model or node built-in beyond
// hashing, and works in ten lines.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, makeFolder } from '../context/workspace.ts';

const root = join(import.meta.dirname, '../..');

/** Returns the address of every module that an import loads. */
function modulesOf(specifier: string, cwd: string): readonly string[] {
  const program = `import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve(name, context, next) { const found = next(name, context); seen.push(found.url); return found; } });
    await import(${JSON.stringify(specifier)});
    console.log(JSON.stringify([...new Set(seen)]));`;
  const options = { cwd, encoding: 'utf8' } as const;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], options),
  ) as readonly string[];
}

const isHashing = (url: string) => url === 'node:crypto' || url === 'crypto';

/** Lays out the library as it is built, as a package that is installed. */
function installPackage(): Folder {
  const folder = makeFolder();
  cpSync(join(root, 'package.json'), join(folder.path, 'package.json'));
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(folder.path, name), 'dir');
  return folder;
}

test('G5: the lens reaches kernel, disclosure and itself, and of node only hashing', () => {
  const modules = modulesOf('./src/disclosure/lens/index.ts', root);
  const foreign = modules.filter((url) => !/[/]src[/](kernel|disclosure[/](?!oracle))[^.]+[.]ts$/.test(url));
  expect(foreign.filter((url) => !isHashing(url))).toEqual([]);
  expect(modules.length).toBeGreaterThan(20);
});

test('G5: the oracle reaches no adapter and not the engine', () => {
  const modules = modulesOf('./src/disclosure/oracle/index.ts', root);
  expect(modules.filter((url) => /[/]src[/](adapters|engine|investigation|commands)[/]/.test(url))).toEqual(
    [],
  );
  expect(modules.length).toBeGreaterThan(20);
});

test('G5: `penumbra/lens` as it is published loads no package and of node only hashing, and ten lines of it run', () => {
  using folder = installPackage();
  const modules = modulesOf('penumbra/lens', folder.path);
  const foreign = modules.filter(
    (url) => !/[/]dist[/]lib[/](disclosure[/]lens|parts)[/][^/]+[.]js$/.test(url),
  );
  expect(foreign.filter((url) => !isHashing(url))).toEqual([]);
  expect(modules).toContainEqual(expect.stringMatching(/[/]dist[/]lib[/]disclosure[/]lens[/]index[.]js$/));
  const heavy = /gpt-tokenizer|parcel|tree-sitter|[/]pg[/]|sqlite/;
  expect(modulesOf('penumbra/oracle', folder.path).filter((url) => heavy.test(url))).toEqual([]);
  expect(runTenLines(folder.path)).toEqual({ told: true, accepted: true, refused: ['locked-token'] });
});

const tenLines = `import { checkReply, compilePromptPack, renderPack } from 'penumbra/lens';
import { compileWorkingSet, createOracle } from 'penumbra/oracle';
const oracle = createOracle();
await oracle.registerKind({ kind: 'clue' });
const clue = { kind: 'clue', provenance: { source: 'report', eventIds: [], ruleRefs: [] }, visibility: 'public' };
await oracle.appendFacts([{ ...clue, payload: 'the port was taken', precision: 'unlocked' }, { ...clue, payload: 'hunter2-swordfish' }]);
const set = await compileWorkingSet(oracle, { world: 'w', campaign: 'case', scene: 'triage', session: 'run', mode: 'work' }, { maskMatrix: { version: 1, consumers: { agent: { clue: { public: 'full' } } } } });
const { pack, envelope } = compilePromptPack(set, { consumer: 'agent', guard: set.guard });
const check = (reply) => checkReply(reply, { pack, envelope, guard: set.guard });
console.log(JSON.stringify({ told: renderPack(pack).includes('the port was taken'), accepted: check('[T1] explains it').ok, refused: check('it is Hunter2 Swordfish').reasons.map(({ code }) => code) }));
`;

function runTenLines(folder: string): unknown {
  expect(tenLines.trimEnd().split('\n')).toHaveLength(10);
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'ten.mjs'), tenLines);
  return JSON.parse(execFileSync(process.execPath, ['ten.mjs'], { cwd: elsewhere, encoding: 'utf8' }));
}
