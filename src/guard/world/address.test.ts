/** Addresses: what each spelling means, and why the others mean nothing. */
import { describe, expect, test } from 'vitest';
import { loadPolicy } from '../policy/lint-policy.ts';
import { addressAdvice, parseAddress } from './address.ts';

const policy = loadPolicy(`
policy: sample
registry: mod
modes: [work]
roots: { repo: { legacy: ROOT_REPO }, docs: {} }
tools: { file: read }
sets: { read: { area: READ, commands: { file: read } } }
visibility: { work: { repo: always } }
operations: { work: { repo: [{ allow: read }] } }
`);

describe('an address', () => {
  test.each<[string, string]>([
    ['root:repo', 'root:repo'],
    ['root:repo/', 'root:repo'],
    ['root:repo/a', 'root:repo/a'],
    ['root:repo/a/', 'root:repo/a'],
    ['root:repo/a/b.txt', 'root:repo/a/b.txt'],
    ['root:repo/ a ', 'root:repo/ a '],
    ['root:repo/...', 'root:repo/...'],
    ['root:repo/.git', 'root:repo/.git'],
    ['root:repo/%2e%2e/x', 'root:repo/%2e%2e/x'],
    ['root:repo/a:b', 'root:repo/a:b'],
    ['root:repo/e\u0301', 'root:repo/e\u0301'],
    ['root:ROOT_REPO/a', 'root:ROOT_REPO/a'],
    ['mod:My Mod/common', 'mod:My Mod/common'],
    ['mod:A: B/x', 'mod:A: B/x'],
    ['ROOT_REPO:/', 'root:repo'],
    ['ROOT_REPO:/a/b', 'root:repo/a/b'],
    ['ROOT_REPO:/a/', 'root:repo/a'],
    [`root:repo/${'a'.repeat(255)}`, `root:repo/${'a'.repeat(255)}`],
    [`root:repo/${'a/'.repeat(2047)}ab`, `root:repo/${'a/'.repeat(2047)}ab`],
  ])('%j is read as %j', (text, read) => {
    expect(parseAddress(text, policy)).toMatchObject({ text: read });
  });

  const refused: readonly [unknown, keyof typeof addressAdvice][] = [
    [undefined, 'not-text'],
    [7, 'not-text'],
    [['root:repo'], 'not-text'],
    ['', 'relative'],
    ['a', 'relative'],
    ['a/b:c', 'relative'],
    ['./a', 'relative'],
    ['../root:repo', 'relative'],
    ['~/a', 'relative'],
    ['/', 'host-absolute'],
    ['/etc/passwd', 'host-absolute'],
    ['//server/share', 'host-absolute'],
    ['\\\\server\\share', 'host-absolute'],
    ['C:\\a', 'host-absolute'],
    ['C:/a', 'host-absolute'],
    ['c:', 'host-absolute'],
    ['ROOT:repo/a', 'unknown-namespace'],
    ['Root:repo/a', 'unknown-namespace'],
    [' root:repo/a', 'unknown-namespace'],
    ['root :repo/a', 'unknown-namespace'],
    ['file:///etc', 'unknown-namespace'],
    [':repo', 'unknown-namespace'],
    ['MOD:x', 'unknown-namespace'],
    ['ROOT_DOCS:/a', 'unknown-namespace'],
    ['root_repo:/a', 'unknown-namespace'],
    ['root:', 'no-key'],
    ['root:/a', 'no-key'],
    ['mod:', 'no-key'],
    ['ROOT_REPO:', 'no-key'],
    ['ROOT_REPO:a', 'no-key'],
    ['root:..', 'dot-segment'],
    ['root:./a', 'dot-segment'],
    ['mod:../a', 'dot-segment'],
    ['root:repo/..', 'dot-segment'],
    ['root:repo/../', 'dot-segment'],
    ['root:repo/.', 'dot-segment'],
    ['root:repo/a/../b', 'dot-segment'],
    ['ROOT_REPO:/../a', 'dot-segment'],
    ['root:repo//', 'empty-segment'],
    ['root:repo//a', 'empty-segment'],
    ['root:repo/a//', 'empty-segment'],
    ['root:repo/a//b', 'empty-segment'],
    ['ROOT_REPO://', 'empty-segment'],
    ['ROOT_REPO://a', 'empty-segment'],
    ['root:repo/a\\b', 'backslash'],
    ['root:re\\po/a', 'backslash'],
    ['root:repo/..\\a', 'backslash'],
    ['root:repo/a\0', 'control-character'],
    ['root:repo/a\nb', 'control-character'],
    ['root:repo/\u007f', 'control-character'],
    ['root:repo/\u0085', 'control-character'],
    ['root:repo\t/a', 'control-character'],
    ['mod:a\0/b', 'control-character'],
    ['root:repo/\ud800', 'not-well-formed'],
    ['mod:\udc00', 'not-well-formed'],
    [`root:repo/${'a'.repeat(256)}`, 'segment-too-long'],
    [`root:repo/${'é'.repeat(128)}`, 'segment-too-long'],
    [`mod:${'é'.repeat(128)}`, 'segment-too-long'],
    [`root:repo/${'a/'.repeat(2048)}b`, 'path-too-long'],
    [`root:repo/${'é/'.repeat(1400)}b`, 'path-too-long'],
    ['a'.repeat(10_000), 'path-too-long'],
  ];

  test.each(refused)('%j is refused: %s', (text, fault) => {
    expect(parseAddress(text, policy)).toBe(fault);
  });

  test('is refused for every reason there is advice on, but those that need a world', () => {
    const met = new Set<string>(refused.map(([, fault]) => fault));
    const unmet = Object.keys(addressAdvice).filter((fault) => !met.has(fault));
    expect(unmet).toEqual(['unknown-root', 'unknown-entry', 'link']);
  });
});
