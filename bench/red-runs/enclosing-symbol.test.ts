import { expect, test } from 'vitest';
import { enclosingSymbols } from './enclosing-symbol.ts';

test.each([
  ['a.ts', 'class Cart {\n  total() {\n    return 1;\n  }\n}\n', 3, ['Cart.total']],
  ['a.js', 'res.send = function send(body) {\n  return body;\n};\n', 2, ['res.send']],
  ['a.js', 'function outer() {\n  function inner() {\n    return 1;\n  }\n}\n', 3, ['outer', 'inner']],
  ['a.js', "defineGetter(req, 'ips', function ips() {\n  return 1;\n});\n", 2, ['ips']],
  ['a.py', 'class Cart:\n    def total(self):\n        return 1\n', 3, ['Cart.total']],
  ['a.go', 'package a\n\nfunc Total() int {\n\treturn 1\n}\n', 4, ['Total']],
  ['A.java', 'class A {\n  int total() {\n    return 1;\n  }\n}\n', 3, ['A.total']],
  ['a.js', '\nconst a = 1;\n', 1, []],
])('in %s the symbols around a line are found', async (path, text, line, expected) => {
  expect(await enclosingSymbols(path, text, line)).toEqual(expected);
});
