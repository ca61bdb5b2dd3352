// pipeline lint, show and graph, run as programs: what they print, what they end with, and what they refuse.

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadPipeline, renderMermaid, renderSvg, resolveShipped } from '../../src/pipeline/index.ts';
import { ask, fault, penumbra, type RunOptions, temporaryFolder } from './penumbra.ts';

/** Creates a folder with some files. */
function folderWith(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): RunOptions & { readonly cwd: string } {
  const cwd = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  return { cwd };
}

const court = () => loadPipeline(resolveShipped('court') ?? '');
const clean = `pipeline: tiny
nodes: [{ name: look }, { name: tell }]
edges:
  - { id: E1, from: look, to: tell }
  - { id: E2, from: tell, to: _done }
start: look
`;
const broken = clean.replace('to: tell', 'to: tel');

describe('pipeline lint', () => {
  test.each([
    ['rca-investigation', 'nothing to fix: 7 nodes, 21 edges, 3 zones, every node total\n'],
    ['court', 'nothing to fix: 5 nodes, 18 edges, 3 zones, every node total\n'],
  ])('finds nothing in %s, and makes no ledger', (name, words) => {
    const folder = folderWith();
    const { stdout, stderr, status } = penumbra(['pipeline', 'lint', name], folder);
    expect({ stdout, stderr, status }).toEqual({ stdout: words, stderr: '', status: 0 });
    expect(readdirSync(folder.cwd)).toEqual([]);
  });

  test('shows each finding on one line with a caret and the remedy, and ends with 1', () => {
    const { stdout, status } = penumbra(['pipeline', 'lint', 'p.yaml'], folderWith({ 'p.yaml': broken }));
    expect(status).toBe(1);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('p.yaml:4:27 unknown-name `tel` is not known here (did you mean `tell`?)');
    expect(lines[1]).toBe('    4 |   - { id: E1, from: look, to: tel }');
    expect(lines[2]).toBe(`      | ${' '.repeat(26)}^`);
    expect(lines[3]).toMatch(/^ {2}declare it, or use one of look, tell/);
    expect(lines.at(-2)).toBe('1 finding in p.yaml');
  });

  test('prints findings of several files as JSON', () => {
    const folder = folderWith({ 'p.yaml': broken, 'fine.yaml': clean });
    expect(ask(['pipeline', 'lint', 'p.yaml', 'fine.yaml'], folder, 1)).toMatchObject({
      ok: false,
      files: [
        { file: 'p.yaml', nodes: null },
        { file: 'fine.yaml', nodes: 2, edges: 2, zones: 0 },
      ],
      findings: [
        {
          file: 'p.yaml',
          rule: 'unknown-name',
          line: 4,
          column: 27,
          message: '`tel` is not known here (did you mean `tell`?)',
          remedy: expect.stringContaining('declare it'),
        },
      ],
    });
    expect(ask(['pipeline', 'lint', 'fine.yaml'], folder)).toMatchObject({ ok: true, findings: [] });
  });

  test('names what is unbound, and holds expressions against the artifacts that ship', () => {
    const unbound = ask<{ findings: { rule: string }[] }>(
      ['pipeline', 'lint', 'defect-court'],
      folderWith(),
      1,
    );
    expect(unbound.findings.filter(({ rule }) => rule === 'unbound-edge')).toHaveLength(12);
    const text = `pipeline: typed
nodes: [{ name: look, artifact: review }]
edges:
  - { id: E1, from: look, to: _done, when: output.decison == "approve" }
  - { id: E2, from: look, to: _recommended }
start: look
`;
    const typed = ask(['pipeline', 'lint', '-'], { ...folderWith(), input: text }, 1);
    expect(typed.findings).toMatchObject([
      {
        file: 'standard input',
        rule: 'type-check',
        message: expect.stringContaining('did you mean `decision`?'),
      },
    ]);
  });

  test('knows masks of a module of yours, and artifacts that ship', () => {
    const text = `pipeline: mine
nodes: [{ name: look, artifact: reviw, masks: [mask-of-care] }]
edges: [{ id: E1, from: look, to: _done }]
start: look
`;
    const module =
      "export default { name: 'mask-of-care', description: '', validNodes: ['look'], wrap: (next) => next };\n";
    const folder = folderWith({ 'p.yaml': text, 'masks.mjs': module });
    const artifact = { rule: 'unknown-name', message: expect.stringContaining('did you mean `review`?') };
    const mask = { rule: 'unknown-name', message: expect.stringContaining('`mask-of-care` is no known') };
    const lint = ['pipeline', 'lint', 'p.yaml'];
    expect(ask(lint, folder, 1)).toMatchObject({ findings: [artifact, mask] });
    expect(ask([...lint, '--masks', 'masks.mjs'], folder, 1)).toMatchObject({ findings: [artifact] });
    expect(fault([...lint, '--masks', 'none.mjs'], folder)).toMatchObject({
      exit: 2,
      code: 'unreadable-input',
    });
    writeFileSync(join(folder.cwd, 'p.yaml'), text.replace('reviw', 'review'));
    expect(ask([...lint, '--masks', 'masks.mjs'], folder)).toMatchObject({ ok: true });
  });

  test('paints where colour is wanted, and nowhere else', () => {
    const folder = folderWith({ 'p.yaml': broken });
    const plain = penumbra(['pipeline', 'lint', 'p.yaml'], folder).stdout;
    const painted = penumbra(['pipeline', 'lint', 'p.yaml'], {
      ...folder,
      env: { NO_COLOR: '', FORCE_COLOR: '1' },
    });
    expect(plain).not.toContain('\u001b');
    expect(painted.stdout).toContain('\u001b[31munknown-name');
  });
});

describe('definitions that refer to others', () => {
  const extension = 'pipeline: mine\nextends: base\n';

  test('find them beside the file, before those that ship', () => {
    const folder = folderWith({ 'mine.yaml': extension, 'base.yaml': clean, 'court.yaml': clean });
    expect(ask(['pipeline', 'show', 'mine.yaml'], folder)).toMatchObject({ pipeline: 'mine', start: 'look' });
    const { cwd } = folder;
    expect(ask(['pipeline', 'show', join(cwd, 'mine.yaml')], folderWith())).toMatchObject({ start: 'look' });
    writeFileSync(join(cwd, 'mine.yaml'), 'pipeline: mine\nextends: court\n');
    expect(ask(['pipeline', 'show', 'mine.yaml'], folder)).toMatchObject({ start: 'look' });
    expect(
      ask(['pipeline', 'show', '-'], { ...folderWith(), input: 'pipeline: mine\nextends: court\n' }),
    ).toMatchObject({ start: 'indict' });
  });

  test('do not find what lies elsewhere, also not by a link', () => {
    const elsewhere = folderWith({ 'base.yaml': clean });
    const folder = folderWith({ 'mine.yaml': extension });
    expect(fault(['pipeline', 'show', 'mine.yaml'], folder)).toMatchObject({
      exit: 3,
      code: 'invalid-pipeline',
      message: expect.stringContaining('no definition is called `base`'),
    });
    symlinkSync(join(elsewhere.cwd, 'base.yaml'), join(folder.cwd, 'base.yaml'));
    expect(fault(['pipeline', 'lint', 'mine.yaml'], folder)).toMatchObject({
      exit: 2,
      message: '`base.yaml` leads out of its directory',
    });
    writeFileSync(join(folder.cwd, 'mine.yaml'), 'pipeline: mine\nextends: ../base\n');
    expect(ask(['pipeline', 'lint', 'mine.yaml'], folder, 1)).toMatchObject({
      findings: [{ rule: 'wrong-value' }],
    });
  });
});

describe('pipeline show', () => {
  test('lists variables, zones, nodes, and edges in the order they are tried', () => {
    const { stdout, status } = penumbra(['pipeline', 'show', 'court'], folderWith());
    expect(status).toBe(0);
    expect(stdout).toContain(
      '5 nodes, 18 edges, 3 zones; starts at indict, ends at _done, _remand, _gap_brief, _mistrial',
    );
    expect(stdout).toMatch(/\nprosecution {2,}fire {2,}0 {2,}indict\n/);
    expect(stdout).toMatch(/\nindict {2,}fire {2,}indictment {2,}mask-of-indictment {2,}prosecution\n/);
    expect(stdout).toMatch(/HD5b next-round {2,}hearing {2,}loop, at most config.max_rounds\n/);
    const order = ['HD10 ttl', 'HD1 fast', 'HD0 to-disc', 'HD2 plea', 'HD6 affirm', 'HD8b remand'];
    const places = order.map((edge) => stdout.indexOf(edge));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('every edge is bound');
  });

  test('says what is not bound', () => {
    const { stdout } = penumbra(['pipeline', 'show', 'defect-court'], folderWith());
    expect(stdout).toContain('12 edges are not bound, so it cannot be walked: HD1, HD2');
    expect(stdout).toContain('not bound: defense concedes');
  });

  test('prints the whole graph as JSON', () => {
    const { name, unbound: _, nested, ...graph } = court();
    const document = ask(['pipeline', 'show', 'court'], folderWith());
    expect(document).toEqual({ ...graph, source: 'court', pipeline: name, unbound: [], nested });
  });
});

describe('pipeline graph', () => {
  test('prints Mermaid, or SVG where it is asked for', async () => {
    expect(penumbra(['pipeline', 'graph', 'court'], folderWith()).stdout).toBe(renderMermaid(court()));
    const svg = penumbra(['pipeline', 'graph', 'court', '--format', 'svg'], folderWith()).stdout;
    expect(svg).toBe(await renderSvg(court()));
    expect(ask(['pipeline', 'graph', 'court', '--format', 'svg'], folderWith())).toEqual({
      pipeline: 'court',
      format: 'svg',
      picture: svg,
    });
  });

  test('writes a file, whose name can say the format', async () => {
    const folder = folderWith();
    const { stdout, status } = penumbra(['pipeline', 'graph', 'court', '--output', 'court.svg'], folder);
    expect([status, stdout]).toEqual([0, 'wrote court.svg\n']);
    expect(readFileSync(join(folder.cwd, 'court.svg'), 'utf8')).toBe(await renderSvg(court()));
    const answer = ask(['pipeline', 'graph', 'court', '--output', 'court.mmd'], folder);
    expect(answer).toEqual({ pipeline: 'court', format: 'mermaid', file: 'court.mmd' });
    expect(readFileSync(join(folder.cwd, 'court.mmd'), 'utf8')).toMatch(/^flowchart TD\n/);
  });

  test('refuses a format there is none of, and a place it cannot write to', () => {
    const folder = folderWith();
    expect(fault(['pipeline', 'graph', 'court', '--format', 'svgg'], folder)).toMatchObject({
      exit: 2,
      message: expect.stringContaining('did you mean `svg`?'),
    });
    expect(fault(['pipeline', 'graph', 'court', '--output', 'no/where.svg'], folder)).toMatchObject({
      exit: 2,
    });
    expect(existsSync(join(folder.cwd, 'no'))).toBe(false);
  });
});

describe.each(['lint', 'show', 'graph'])('pipeline %s refuses', (command) => {
  test.each([
    ['a file that is not there', 'no.yaml', { exit: 2, code: 'unreadable-input' }],
    ['a misspelt name', 'cuort', { exit: 2, message: expect.stringContaining('did you mean `court`?') }],
    ['a directory', 'folder', { exit: 2, code: 'unreadable-input' }],
    ['a huge file', 'huge.yaml', { exit: 2, code: 'limit-exceeded' }],
    ['what is no text', 'binary.yaml', { exit: 2, code: 'unreadable-input' }],
  ])('%s', (_what, name, expected) => {
    const folder = folderWith({
      'huge.yaml': `pipeline: p\n# ${'x'.repeat(1024 * 1024)}\n`,
      'binary.yaml': Uint8Array.of(0xff, 0xfe, 0x00),
    });
    mkdirSync(join(folder.cwd, 'folder'));
    expect(fault(['pipeline', command, name], folder)).toMatchObject(expected);
  });

  test('an option it does not know, with the near one', () => {
    const { stderr, status } = penumbra(['pipeline', command, 'court', '--jsno'], folderWith());
    expect([status, stderr]).toEqual([2, expect.stringContaining('--json')]);
  });
});

test.each(['show', 'graph'])('pipeline %s of a broken file names place and remedy', (command) => {
  expect(fault(['pipeline', command, '-'], { ...folderWith(), input: broken })).toMatchObject({
    exit: 3,
    code: 'invalid-pipeline',
    message: 'standard input:4:27: `tel` is not known here (did you mean `tell`?)',
    hint: expect.stringContaining('declare it'),
  });
});
