// Which place a command means and reaches: from a folder that the tree lacks, under names in another normal form, and
// the workspace as a whole.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace } from '../../src/engine/index.ts';
import { commitAll, git } from '../context/workspace.ts';
import { ask, fault, type Json, penumbra, temporaryFolder } from './penumbra.ts';

test('nothing is written about the root in place of what the tree lacks', () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'penumbra.yaml'), '');
  mkdirSync(join(cwd, 'src/x'), { recursive: true });
  writeFileSync(join(cwd, 'a.ts'), 'a');
  writeFileSync(join(cwd, 'src/b.ts'), 'b');
  const empty = { cwd: join(cwd, 'src/x') };
  const missing = { exit: 2, code: 'node-not-found' };
  for (const args of [
    ['put', '.', '-m', 'hi'],
    ['put', 'a.ts', '-m', 'hi'],
    ['invalidate', '.'],
    ['synthesize', '.', '--type', 'note'],
    ['produce', 'a.ts'],
    ['get', '.'],
    ['get', './a.ts'],
  ])
    expect(fault(args, empty), args.join(' ')).toMatchObject(missing);
  expect(ask(['list', '--recursive'], { cwd })).toMatchObject({ frames: [] });
  expect(ask(['get', 'a.ts'], empty)).toMatchObject({ node: { path: 'a.ts' } });
  expect(ask(['get', 'src/b.ts', '--type', 'digest'], empty)).toMatchObject({ produced: ['digest'] });
});

test('a file whose name is stored decomposed is read, in a folder of that kind too', () => {
  const cwd = temporaryFolder();
  const [folder, file] = ['o\u0308rter', 'u\u0308ber.txt'];
  mkdirSync(join(cwd, folder));
  writeFileSync(join(cwd, folder, file), 'About everything.\n');
  writeFileSync(join(cwd, file), 'About something.\n');
  expect(ask(['produce', '--type', 'digest'], { cwd })).toMatchObject({ produced: 2 });
  for (const path of [file, `${folder}/${file}`])
    expect(ask(['get', path, '--type', 'digest'], { cwd })).toMatchObject({
      node: { path: path.normalize('NFC') },
      frames: [{ type: 'digest', fresh: true }],
    });
});

test('the history of a repository is made at the root, and again with the next commit', () => {
  const cwd = temporaryFolder();
  const write = (text: string): void => writeFileSync(join(cwd, 'a.ts'), text);
  write('one');
  git(cwd, 'init', '--quiet');
  commitAll(cwd, 'first');
  const made = { path: '.', types: ['history'], produced: 1, cutOff: 0, untouched: 0 };
  expect(ask(['produce', '.', '--type', 'history'], { cwd })).toEqual(made);
  const asked = (): Json => ask(['get', '.', '--type', 'history'], { cwd });
  expect(asked()).toMatchObject({
    produced: [],
    frames: [{ type: 'history', agent: 'history', fresh: true }],
  });
  write('two');
  commitAll(cwd, 'second');
  expect(asked()).toMatchObject({ produced: ['history'], frameCount: 1, frames: [{ fresh: true }] });
  expect(ask(['produce', '--type', 'history,digest'], { cwd })).toMatchObject({ produced: 1, untouched: 1 });
  expect(fault(['produce', 'a.ts', '--type', 'history'], { cwd })).toMatchObject({
    message: '`history` is about the whole workspace, not `a.ts`',
    hint: expect.stringContaining('`.`'),
  });
});

test('without a repository there is no history to make', () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'a.ts'), 'one');
  expect(ask(['get', '.', '--type', 'history'], { cwd })).toMatchObject({ unmade: ['history'], frames: [] });
  expect(penumbra(['produce', '--type', 'history'], { cwd }).stdout).toContain(
    'nothing here to make them from',
  );
});

test('the help names all that is produced', async () => {
  const cwd = temporaryFolder();
  const workspace = await openWorkspace({ root: cwd, toRead: true, environment: {} });
  const { ofFiles, ofRoot } = workspace.producers();
  await workspace.close();
  expect(ofRoot).toEqual(['history']);
  for (const command of ['get', 'produce']) {
    const words = penumbra([command, '--help'], { cwd }).stdout.split(/\W+/);
    expect(words).toEqual(expect.arrayContaining([...ofFiles, ...ofRoot]));
  }
});

test('all types as the input of a synthesis need a type for what is made', () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'a.ts'), 'one');
  ask(['put', 'a.ts', '-m', 'mind the order'], { cwd });
  expect(fault(['synthesize', '.', '--type', '*'], { cwd })).toMatchObject({
    exit: 2,
    code: 'usage',
    message: expect.stringContaining('`output` is missing'),
    hint: expect.stringContaining('--output'),
  });
  expect(ask(['synthesize', '.', '--type', '*', '--output', 'note'], { cwd })).toMatchObject({
    type: 'note',
  });
});

test('what is no request at all is a fault of its caller', async () => {
  const workspace = await openWorkspace({ root: temporaryFolder(), environment: {} });
  const [person, synthesis] = [workspace.as('person', 'writer'), workspace.as('synthesis', 'synthesis')];
  for (const strange of [null, undefined, 3, 'a', []] as never[]) {
    await expect(person.putFrame(strange)).rejects.toMatchObject({ code: 'invalid-frame' });
    await expect(person.invalidate(strange)).rejects.toMatchObject({ code: 'usage' });
    await expect(synthesis.synthesize(strange)).rejects.toMatchObject({ code: 'usage' });
    await expect(synthesis.produce(strange)).rejects.toMatchObject({ code: 'usage' });
    if (strange !== undefined)
      await expect(synthesis.regenerate(strange)).rejects.toMatchObject({ code: 'usage' });
  }
  await expect(workspace.getNode('/a')).rejects.toMatchObject({ code: 'node-not-found' });
  await workspace.close();
});
