/** Hiding host paths: the longest root first, and short roots only where a path begins. */
import { expect, test } from 'vitest';
import { orderRoots, replaceHostPaths } from './host-path.ts';

const roots = [
  { key: 'repo', realPath: '/app' },
  { key: 'case', realPath: '/srv/data/case/' },
  { key: 'top', realPath: '/' },
  { key: 'inner', realPath: '/srv/data/case/inner' },
];

test.each<[string, string]>([
  ['/app/a.ts', 'root:repo/a.ts'],
  ['at (/app)', 'at (root:repo)'],
  ['file:///app/x', 'file://root:repo/x'],
  ['src/app/x', 'src/app/x'],
  ['root:repo/app/x', 'root:repo/app/x'],
  ['/application', '/application'],
  ['-I/srv/data/case/include', '-Iroot:case/include'],
  ['/srv/data/case/inner/x /srv/data/case', 'root:inner/x root:case'],
  ['/srv/data', '/srv/data'],
])('%s is shown as %s', (text, expected) => {
  expect(replaceHostPaths(text, orderRoots(roots))).toBe(expected);
});
