// A rescan looks where hints say that something may have moved, and finds what a whole scan would find.

import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openFileTree, openScanIndex } from '../../src/adapters/files/index.ts';
import { openRepository } from '../../src/adapters/git/index.ts';
import {
  type FileTree,
  rescanTree,
  type Scan,
  type ScanPorts,
  saveScanIndex,
  scanTree,
} from '../../src/context/index.ts';
import { git, leavesOf, letClockTick, makeFolder, writeFiles } from './workspace.ts';

function openPorts(folder: string): ScanPorts {
  return { files: openFileTree(folder), repository: openRepository(folder), index: openScanIndex(folder) };
}

/** All that two scans of one moment agree on. */
function tellings({ tree, root, nodes, files, directories, links, skipped }: Scan) {
  return {
    ...{ root, nodes, files, directories, links, skipped },
    nodeIds: Array.from(tree.walk(), ({ nodeId, size, path }) => [nodeId, size, path]),
    found: Array.from(tree.walk(), ({ path }) => tree.at(path)?.nodeId),
  };
}

/** Scans a folder anew without knowing anything. */
function freshScan(folder: string): Scan {
  return scanTree({ files: openFileTree(folder), repository: openRepository(folder) }, { force: true });
}

const files = {
  'a.txt': 'a',
  'b/c.txt': 'c',
  'b/d.txt': 'd',
  'b/e/f.txt': 'f',
  'g/h.txt': 'h',
  'g/i/j': 'j',
};

type Change = (at: (path: string) => string, folder: string) => void;

/** Makes files, changes them, and expects a rescan with hints to be a fresh scan; returns it. */
function check(
  change: Change,
  hints: Iterable<string>,
  more: Readonly<Record<string, string>> = {},
  prepare: Change = () => {},
): Scan {
  using folder = makeFolder();
  const at = (path: string) => join(folder.path, path);
  writeFiles(folder.path, { ...files, ...more });
  prepare(at, folder.path);
  letClockTick(folder.path);
  const ports = openPorts(folder.path);
  scanTree(ports);
  letClockTick(folder.path);
  const first = scanTree(ports);
  const before = tellings(first);
  letClockTick(folder.path);
  change(at, folder.path);
  const again = rescanTree(ports, first, hints);
  expect(tellings(again)).toEqual(tellings(freshScan(folder.path)));
  expect(tellings(first)).toEqual(before);
  return again;
}

describe('what is looked at:', () => {
  test('nothing but the files of the root without hints', () => {
    expect(check(() => {}, [])).toMatchObject({ read: 0, reused: 1 });
  });

  test('the directories on the way to a changed file', () => {
    const change: Change = (at) => writeFileSync(at('b/e/f.txt'), 'F');
    expect(check(change, ['b/e/f.txt'])).toMatchObject({ read: 1, reused: 3 });
    expect(check(change, ['./b//e/../e/f.txt', '../outside', '/'])).toMatchObject({ read: 1, reused: 3 });
  });

  test('all below a new directory, however deep', () => {
    using folder = makeFolder();
    writeFiles(folder.path, files);
    const change: Change = (at) => cpSync(folder.path, at('g/i/new/deep'), { recursive: true });
    expect(check(change, ['g/i/new'])).toMatchObject({ read: 6, reused: 3, files: 12 });
  });

  test('nothing outside is even asked for', () => {
    using folder = makeFolder();
    writeFiles(folder.path, files);
    const asked = new Set<string>();
    const tree = openFileTree(folder.path);
    const noting = <Call extends (path: never, ...rest: never[]) => unknown>(call: Call) =>
      ((path: never, ...rest: never[]) => {
        asked.add(path);
        return call(path, ...rest);
      }) as Call;
    const watched: FileTree = {
      list: noting(tree.list),
      stat: noting(tree.stat),
      digest: noting(tree.digest),
      readLink: noting(tree.readLink),
      readSmall: noting(tree.readSmall),
    };
    const ports = { ...openPorts(folder.path), files: watched };
    const first = scanTree(ports);
    asked.clear();
    writeFiles(folder.path, { 'g/h.txt': 'H' });
    const { root } = rescanTree(ports, first, ['g/h.txt']);
    expect(root).toBe(freshScan(folder.path).root);
    // Other directories are seen to be directories when the root is listed anew, and not entered.
    expect([...asked].sort()).toEqual(['', 'a.txt', 'b', 'g', 'g/h.txt', 'g/i']);
  });
});

describe('what may happen to a tree:', () => {
  const cases: Readonly<Record<string, readonly [Change, readonly string[], Record<string, string>?]>> = {
    'a file goes': [(at) => rmSync(at('b/c.txt')), ['b/c.txt']],
    'a directory goes, and its parent is hollow': [(at) => rmSync(at('g'), { recursive: true }), ['g']],
    'the last file of directories goes': [(at) => rmSync(at('b/e/f.txt')), ['b/e/f.txt']],
    'a file becomes executable': [(at) => chmodSync(at('a.txt'), 0o755), ['a.txt']],
    'a directory becomes a file': [
      (at) => {
        rmSync(at('b'), { recursive: true });
        writeFileSync(at('b'), 'file');
      },
      ['b'],
    ],
    'a file becomes a directory': [
      (at) => {
        rmSync(at('a.txt'));
        mkdirSync(at('a.txt'));
        writeFileSync(at('a.txt/x'), 'x');
      },
      ['a.txt'],
    ],
    'a directory becomes a link to another': [
      (at) => {
        rmSync(at('b'), { recursive: true });
        symlinkSync('g', at('b'));
      },
      ['b'],
    ],
    'a directory is moved': [(at) => renameSync(at('b'), at('g/i/b')), ['b', 'g/i/b']],
    'two directories change places': [
      (at) => {
        renameSync(at('b'), at('t'));
        renameSync(at('g'), at('b'));
        renameSync(at('t'), at('g'));
      },
      ['b', 'g'],
    ],
    'a directory is changed under another name and moved back': [
      (at) => {
        renameSync(at('b'), at('t'));
        writeFileSync(at('t/e/f.txt'), 'F');
        renameSync(at('t'), at('b'));
      },
      ['b', 't', 't/e/f.txt'],
    ],
    'rules come that ignore what is below': [
      (at) => writeFileSync(at('.gitignore'), '*.txt\n'),
      ['.gitignore'],
    ],
    'rules go': [
      (at) => rmSync(at('.penumbraignore')),
      ['.penumbraignore'],
      { '.penumbraignore': 'e/\nj\n' },
    ],
    'rules of a directory change, and a file elsewhere': [
      (at) => {
        writeFileSync(at('b/.gitignore'), 'c.txt\n');
        writeFileSync(at('g/h.txt'), 'H');
      },
      ['b/.gitignore', 'g/h.txt'],
      { 'b/.gitignore': 'e\n' },
    ],
    'a name comes that is another spelling of a directory': [
      (at) => writeFiles(at('.'), { 'e\u0301/x': 'x' }),
      ['\u00e9'],
      { '\u00e9/deep/x': 'x' },
    ],
    'a directory in decomposed spelling changes': [
      (at) => writeFiles(at('.'), { 'e\u0301/deep/x': 'X' }),
      ['\u00e9/deep/x'],
      { 'e\u0301/deep/x': 'x' },
    ],
    'a directory becomes another repository': [(at) => git(at('b'), 'init', '--quiet'), ['b/.git']],
  };

  for (const [name, [change, hints, more]] of Object.entries(cases)) {
    test(name, () => void check(change, hints, more));
  }

  test('a thousand changes at once, with hints for more than them', () => {
    const paths = Array.from({ length: 1000 }, (_, index) => `many/${index % 37}/${index}`);
    const more = Object.fromEntries(paths.map((path) => [path, path]));
    const change: Change = (at) => {
      for (const [index, path] of paths.entries()) {
        if (index % 3 === 0) rmSync(at(path));
        else if (index % 3 === 1) writeFileSync(at(path), 'changed');
        else renameSync(at(path), at(`${path}.moved`));
      }
    };
    const hints = [...paths, ...paths.map((path) => `${path}.moved`), 'b', 'nowhere/at/all', 'many'];
    expect(check(change, hints, more)).toMatchObject({ files: 6 + 666 });
  });
});

describe('in a repository', () => {
  const begin: Change = (_, folder) => git(folder, 'init', '--quiet');
  const ignored = { '.gitignore': '*.log\n', 'x.log': 'x', 'g/y.log': 'y' };

  test('an ignored file that git begins to track is found, wherever the hint is', () => {
    const change: Change = (_, folder) => git(folder, 'add', '--force', 'g/y.log');
    expect(leavesOf(check(change, ['.git'], ignored, begin))).toContain('g/y.log');
  });

  test('other rules from outside are obeyed everywhere', () => {
    const change: Change = (at) => writeFileSync(at('.git/info/exclude'), 'j\n');
    expect(leavesOf(check(change, ['.git'], ignored, begin))).not.toContain('g/i/j');
  });

  test('a changed file costs no whole scan once the list of tracked files is settled', () => {
    const prepare: Change = (at, folder) => {
      begin(at, folder);
      git(folder, 'add', '--all');
    };
    const change: Change = (at) => writeFileSync(at('g/i/j'), 'J');
    expect(check(change, ['g/i/j'], ignored, prepare)).toMatchObject({ read: 1, reused: 3 });
  });
});

test('what was left out elsewhere is still told, and what was left out of what is gone is not', () => {
  using folder = makeFolder();
  const name = Buffer.concat([Buffer.from(`${folder.path}/b/e/`), Buffer.from([0xff])]);
  writeFiles(folder.path, { ...files, 'g/\u00e9': '', 'g/e\u0301': '' });
  writeFileSync(name, '');
  const ports = openPorts(folder.path);
  let scan = scanTree(ports);
  expect(scan.skipped).toHaveLength(3);
  for (const [gone, left] of [
    ['a.txt', 3],
    ['b', 2],
    ['g', 0],
  ] as const) {
    rmSync(join(folder.path, gone), { recursive: true });
    scan = rescanTree(ports, scan, [gone]);
    expect(scan.skipped).toHaveLength(left);
    expect(scan.skipped).toEqual(freshScan(folder.path).skipped);
  }
});

test('a file changed in the tick it was read in is read again, and one of another limit is left out', () => {
  using folder = makeFolder();
  writeFiles(folder.path, files);
  const ports = openPorts(folder.path);
  const clock = { ...ports, index: { ...openScanIndex(folder.path), now: () => 1n } };
  const first = scanTree(clock);
  expect(rescanTree(clock, first, ['b/c.txt'])).toMatchObject({ read: 3, reused: 0, root: first.root });
  const small = rescanTree(ports, first, [], { maxFileBytes: 0 });
  expect(small).toMatchObject({ files: 0, root: scanTree({ files: ports.files }, { maxFileBytes: 0 }).root });
  expect(rescanTree(ports, small, ['a.txt'])).toMatchObject({ files: 0 });
});

test('a rescan leaves no index, and one that is saved serves the next process', () => {
  using folder = makeFolder();
  writeFiles(folder.path, files);
  const ports = openPorts(folder.path);
  const first = scanTree(ports);
  const kept = ports.index?.load()?.bytes;
  letClockTick(folder.path);
  writeFiles(folder.path, { 'b/e/f.txt': 'F', 'new/x': 'x' });
  rmSync(join(folder.path, 'g'), { recursive: true });
  letClockTick(folder.path);
  const second = rescanTree(ports, first, ['b/e/f.txt', 'g', 'new', 'b', '.']);
  expect(ports.index?.load()?.bytes).toEqual(kept);
  saveScanIndex(second, openScanIndex(folder.path));
  expect(scanTree(openPorts(folder.path))).toMatchObject({ root: second.root, read: 0, reused: 5 });
});

test('a tree nobody holds anything of is scanned as ever, and a root that is gone is told', () => {
  using folder = makeFolder();
  writeFiles(folder.path, files);
  const ports = { files: openFileTree(folder.path) };
  const scan = scanTree(ports);
  const foreign = { ...scan, tree: { ...scan.tree } };
  writeFiles(folder.path, { 'a.txt': 'A' });
  expect(rescanTree(ports, foreign, []).root).toBe(freshScan(folder.path).root);
  rmSync(folder.path, { recursive: true });
  expect(() => rescanTree(ports, scan, ['a.txt'])).toThrow('cannot read the root of the workspace');
});

/** Applies an edit and returns the paths it touched; an edit that cannot be made touches nothing. */
function applyEdit(folder: string, edit: Edit): readonly string[] {
  const { path, other, act, text } = edit;
  const at = join(folder, path);
  const touched = (place: string) => relative(folder, join(realpathSync(dirname(place)), basename(place)));
  try {
    if (act === 'write') writeFiles(folder, { [path]: text });
    if (act === 'make') mkdirSync(at, { recursive: true });
    if (act === 'link') symlinkSync(text.trim(), at);
    if (act === 'nest')
      writeFiles(folder, {
        [`${path}/.git/HEAD`]: 'ref: refs/heads/main\n',
        [`${path}/.git/objects/x`]: '',
        [`${path}/.git/refs/x`]: '',
      });
    if (act === 'track') git(folder, 'add', '--force', '--', path);
    if (act === 'rules') writeFileSync(join(folder, '.git/info/exclude'), text);
    if (act === 'mode' && !lstatSync(at).isSymbolicLink()) chmodSync(at, lstatSync(at).mode ^ 0o011 ^ 0o100);
    if (act === 'track' || act === 'rules') return ['.git'];
    const hints = [touched(at)];
    if (act === 'remove') rmSync(at, { recursive: true });
    if (act === 'unnest') rmSync(join(at, '.git'), { recursive: true });
    if (act === 'move') {
      renameSync(at, join(folder, other));
      hints.push(touched(join(folder, other)));
    }
    return act === 'nest' || act === 'unnest' ? hints.map((hint) => `${hint}/.git`) : hints;
  } catch {
    return [];
  }
}

type Edit = { readonly path: string; readonly other: string; readonly act: string; readonly text: string };

const names = ['a', 'b', 'c', '\u00e9', 'e\u0301', '.gitignore', '.penumbraignore'];
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));
const edit: fc.Arbitrary<Edit> = fc.record({
  path,
  other: path,
  act: fc.constantFrom(
    'write',
    'write',
    'make',
    'link',
    'mode',
    'remove',
    'move',
    'move',
    'nest',
    'unnest',
    'track',
    'rules',
  ),
  text: fc.constantFrom('a\n', 'b\n', 'c/\n', '!a\n', 'a/b\n', '*\n'),
});
const round = fc.record({
  edits: fc.array(edit, { maxLength: 6 }),
  more: fc.array(path, { maxLength: 2 }),
  isSettled: fc.boolean(),
  form: fc.constantFrom('NFC', 'NFD'),
});

test('after any edits a rescan with hints for them is the fresh scan', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), fc.boolean(), (rounds, hasGit) => {
      using folder = makeFolder();
      if (hasGit) git(folder.path, 'init', '--quiet');
      else mkdirSync(join(folder.path, '.git/info'), { recursive: true });
      const ports = openPorts(folder.path);
      let scan = scanTree(ports);
      for (const { edits, more, isSettled, form } of rounds) {
        const hints = edits.flatMap((one) => applyEdit(folder.path, one));
        scan = rescanTree(ports, scan, [...hints.map((hint) => hint.normalize(form)), ...more]);
        expect(tellings(scan)).toEqual(tellings(freshScan(folder.path)));
        if (isSettled) letClockTick(folder.path);
      }
    }),
    { numRuns: 150 },
  );
});
