import { expect, test } from 'vitest';
import { readSource } from '../source-file.ts';
import { applyReplacements, otherOperators, productOperators } from './index.ts';

/** All texts that an operator can make of a source. */
function results(name: string, path: string, text: string): readonly string[] {
  const operator = [...productOperators, ...otherOperators].find((each) => each.name === name);
  const sites = [...(operator?.sites(readSource(path, text)) ?? [])];
  return sites.flatMap((site) =>
    site.change === 'replace' ? [applyReplacements(text, site.replacements)] : [],
  );
}

test.each([
  ['wrong-default', 'a.js', 'function f(a = true) {}', 'function f(a = false) {}'],
  ['wrong-default', 'a.py', 'def f(a, strict=False):', 'def f(a, strict=True):'],
  ['swapped-arguments', 'a.js', 'x = join(left, right);', 'x = join(right, left);'],
  ['removed-guard', 'a.js', 'if (!a) {\n  return b;\n}\nc();\n', 'c();\n'],
  ['removed-guard', 'a.py', 'def f():\n    if a:\n        raise E()\n    b()\n', 'def f():\n    b()\n'],
  ['removed-guard', 'a.go', '\tif a {\n\t\treturn b\n\t}\n\tc()\n', '\tc()\n'],
  ['broken-error-handling', 'a.go', '\treturn nil, err\n', '\treturn nil, nil\n'],
  [
    'broken-error-handling',
    'a.java',
    'throw new IllegalArgumentException(m);',
    'throw new IllegalStateException(m);',
  ],
  ['off-by-one', 'a.js', 'a = b.length - 1;', 'a = b.length;'],
  ['changed-pattern', 'a.ts', 'const a = /^b/;', 'const a = /b/;'],
  ['changed-pattern', 'a.py', 'a = re.compile(r"^b")', 'a = re.compile(r"b")'],
  ['inverted-condition', 'a.java', 'if (a) {', 'if (!a) {'],
  ['inverted-condition', 'a.py', 'if a.b:', 'if not (a.b):'],
  ['weakened-condition', 'a.js', 'if (a && b(c)) {', 'if (a) {'],
  ['weakened-condition', 'a.py', 'if a and b:', 'if a or b:'],
  ['wrong-return', 'a.js', 'return await a();', 'return a();'],
  ['wrong-return', 'a.py', '    return True\n', '    return False\n'],
  ['renamed-property', 'a.js', 'this.maxSize = this.maxSize + 1', 'this.maxsize = this.maxSize + 1'],
  ['removed-export', 'a.ts', 'export function f() {}', 'function f() {}'],
  ['moved-statement', 'a.js', '  a.b = 1;\n  c(a.b);\n', '  c(a.b);\n  a.b = 1;\n'],
  [
    'deleted-branch',
    'a.js',
    'switch (a) {\n  case 1:\n    b();\n  case 2:\n    c();\n}',
    'switch (a) {\n  case 2:\n    c();\n}',
  ],
  ['wrong-expectation', 'a.test.js', 'expect(a).toBe(3);', 'expect(a).toBe(4);'],
])('%s changes %s: %j to %j', (name, path, text, expected) => {
  expect(results(name, path, text)).toContain(expected);
});

test.each([
  ['wrong-constant', 'a.js', '// keeps 42\nconst a = "a sentence of words";'],
  ['off-by-one', 'a.py', '# a <= b'],
  ['swapped-arguments', 'a.js', 'function join(left, right) {'],
  ['inverted-condition', 'a.js', '/* if (a) { */'],
])('%s leaves comments and declarations of %s alone', (name, path, text) => {
  expect(results(name, path, text)).toEqual([]);
});
