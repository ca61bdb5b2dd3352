// Which texts are plain data, where their values stand, and how the others are refused.
import { expect, test } from 'vitest';
import { readYaml } from './yaml.ts';

function read(text: string) {
  const result = readYaml(text);
  if ('fault' in result) throw new Error(`${result.line}:${result.column}: ${result.fault}`);
  return result;
}

test.each<[string, unknown]>([
  ['', null],
  ['# only a comment', null],
  ['a: 1\nb: [x, true, null]', { a: 1, b: ['x', true, null] }],
  ['1: a', { 1: 'a' }],
  ['a: 2001-01-01', { a: '2001-01-01' }],
  ['%YAML 1.1\n---\na: 2001-01-01\n<<: {b: yes}', { a: '2001-01-01', '<<': { b: 'yes' } }],
  [JSON.stringify({ ['__proto__']: 1 }), JSON.parse('{"__proto__": 1}')],
])('%j is read as plain data', (text, value) => expect(read(text).value).toEqual(value));

test.each<[string, string]>([
  ['2:1: a second document begins here, and only one is read', 'a: 1\n---\nb: 2'],
  ['3:1: a second document begins here, and only one is read', 'a: 1\n...\nb: ]'],
  ['3:1: the key `a` is given twice', 'a: 1\nb: 2\na: 3'],
  ['3:5: the key `b` is given twice', 'a:\n  - b: 1\n    b: 2'],
  ['2:4: `*x` needs to be written out', 'a: &x 1\nb: *x'],
  ['1:4: `*nowhere` needs to be written out', 'a: *nowhere'],
  ['1:3: a key needs to be a word', '? [a]\n: 1'],
  ['1:4: unresolved tag: !mine', 'a: !mine 1'],
  ['1:4: unresolved tag: tag:yaml.org,2002:binary', 'a: !!binary aGk='],
  ['3:1: unresolved tag: tag:yaml.org,2002:set', '%YAML 1.1\n---\n!!set {a}'],
  ['1:1: unknown directive %ODD', '%ODD\n---\na: 1'],
  ['1:1: tabs are not allowed as indentation', '\ta: 1'],
  ['1:4: nested mappings are not allowed in compact mappings', 'a: b: c'],
  ['1:6: missing closing quote', 'a: "x'],
  ['1:6: missing closing quote', "a: 'x"],
  ['1:18: nesting deeper than 16', `${'['.repeat(20)}${']'.repeat(20)}`],
  ['the text is nested too deeply', '['.repeat(20_000)],
  ['1:1: the text is longer than 262144 characters', 'a'.repeat(256 * 1024 + 1)],
])('a text is refused with its place, in one short line: %s', (message, text) => {
  expect(() => read(text)).toThrow(message);
  const { fault } = readYaml(text) as { fault: string };
  expect(fault).not.toMatch(/\n|YAML\.|at line/);
  expect(fault.length).toBeLessThan(200);
});

test('what is refused twice is told from what is misspelt', () => {
  expect(readYaml('a: 1\na: 2')).toMatchObject({ kind: 'duplicate-key' });
  expect(readYaml('a: [')).toMatchObject({ kind: 'syntax' });
});

test.each<[readonly (string | number)[], string, string]>([
  [[], '1:1', '1:1'],
  [['list'], '1:1', '2:3'],
  [['list', 1, 'name'], '3:5', '3:11'],
  [['empty'], '4:1', '4:1'],
  [['list', 7, 'name'], '1:1', '2:3'],
  [['nowhere'], '1:1', '1:1'],
])('the key at %j begins at %s and its value at %s', (path, key, value) => {
  const yaml = read('list:\n  - name: a\n  - name: b\nempty:\n');
  const place = ({ line, column }: { line: number; column: number }) => `${line}:${column}`;
  expect([place(yaml.keyAt(path)), place(yaml.valueAt(path))]).toEqual([key, value]);
});
