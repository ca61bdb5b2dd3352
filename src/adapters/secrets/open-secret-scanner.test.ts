// The scanner: what it finds in CI logs, what it leaves alone, and its false positives in this repository.
// The secrets are assembled here, so that a scan of this repository finds none.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSecrets, screenText } from '../../context/index.ts';
import { openSecretScanner } from './open-secret-scanner.ts';

const scanner = await openSecretScanner();
const github = `ghp${'_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`;
const keyLines = Array.from(
  { length: 6 },
  (_, line) => `MII${line}pAIBAAKCAQEA7bq2l9Xn8sQwErTyUiOpAsDfGhJkLzXcVbNm12345678`,
);
const privateKey =
  ['-----BEGIN RSA', 'PRIVATE KEY-----\n'].join(' ') +
  [...keyLines, `-----END RSA ${'PRIVATE'} KEY-----`].join('\n');

test.each<[what: string, text: string, secret: string]>([
  ['a GitHub token', `cloning with ${github}.`, github],
  ['a fine-grained GitHub token', `github${'_pat_'}11ABCDEFG0${'a1B2c3D4'.repeat(9)}`, 'ABCDEFG0a1B2'],
  ['a GitHub token whose end is cut away', github.slice(0, 24), github.slice(4, 24)],
  [
    'an AWS secret, all of it',
    `AWS_SECRET_ACCESS_KEY=${'wJalrXUtnFEMI/'}K7MDENGbPxRfiCYabcdefghij1`,
    'RfiCYabcdefghij1',
  ],
  ['an AWS key id', `id AKIA${'Q7W3E9R1T5Y2U8I4'}`, 'Q7W3E9R1'],
  ['a Slack token', `xoxb${'-'}492837465019-qQ7wW8eE9rR0tT1y`, 'qQ7wW8eE'],
  ['a Stripe key', `sk${'_live_'}9kL8jH7gF6dS5aP4oI3u`, '9kL8jH7g'],
  ['a Google key', `AIza${'SyA1234567890abcdefghijklmnopqrstuvw'}`, '1234567890abc'],
  ['an npm token', `npm${'_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`, 'a1B2c3D4'],
  ['a token in .npmrc', '//registry.example/:_authToken=Abc123def456ghi', 'Abc123def'],
  ['a PyPI token', `pypi${'-'}AgEIcHlwaS5vcmcCJDNhYmM0ZDVlNmY3ZzhoOWkwajFrMmwz`, 'hYmM0ZDVl'],
  ['a GitLab token', `glpat${'-'}kK1jJ2hH3gG4fF5dD6sS`, 'kK1jJ2hH'],
  ['a JSON web token', `eyJhbGciOiJIUzI1NiJ9${'.'}eyJzdWIiOiIxMjM0In0.abcDEF123_-x`, 'abcDEF123'],
  ['one without its end', `eyJhbGciOiJIUzI1NiJ9${'.'}eyJzdWIiOiIxMj`, 'JzdWIiOi'],
  ...[25, 35, 50, 60].map((width): [string, string, string] => {
    const token = `eyJhbGciOiJIUzI1NiJ9${'.'}eyJzdWIiOiIxMjM0Iiwic2NvcGUiOiJhZG1pbiJ9.ab-DEF123_x9Yz7Qw5Er3`;
    return [
      `one that breaks after ${width} characters`,
      `${token.slice(0, width)}\n  ${token.slice(width)} end`,
      'DEF123_x9Yz7',
    ];
  }),
  ['a bearer', 'Authorization: Bearer abcdEFGH1234ijkl5678', 'abcdEFGH'],
  ['basic authorization', '> authorization: Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjpw'],
  ['a password in an address', 'https://bob:hunter2x@host.example/path', 'hunter2x'],
  ['one of a database', 'dial postgres://app:Kx9-vv21@db:5432/app: refused', 'Kx9-vv21'],
  ['a variable', 'password=Tr0ub4dor&3 and more', 'Tr0ub4dor&3'],
  ['a field of JSON', '{"password": "s3cr3tPass!"}', 's3cr3tPass!'],
  ['JSON within JSON', String.raw`{\"token\":\"Ab12Cd34Ef56\"}`, 'Ab12Cd34Ef56'],
  ['an option', 'run --password Qw3rty-Zz99 --verbose', 'Qw3rty-Zz99'],
  ['an element', '<password>Zx81-spectrum</password>', 'Zx81-spectrum'],
  ['a constant', 'const apiKey = "9f86d081884c7d659a2feaa0";', '9f86d081884c'],
  ['a connection string', 'AccountKey=abcd1234EFGH5678ijkl==;EndpointSuffix', 'abcd1234EFGH'],
  ['a private key', privateKey, '7bq2l9Xn8sQw'],
  ['a private key without its end', privateKey.slice(0, 200), '7bq2l9Xn8sQw'],
  ['a private key without its beginning', privateKey.slice(120), '7bq2l9Xn8sQw'],
  [
    'a private key in a log with a stamp before each line',
    privateKey.replaceAll(/^/gm, '2024-01-01T00:00:01.1234567Z '),
    '7bq2l9Xn8sQw',
  ],
  ['a private key as a list of strings', privateKey.replaceAll(/^.*$/gm, "  '$&',"), '7bq2l9Xn8sQw'],
  ['a password of letters alone', `{"password":"${'hQWkzTbv'}GmRpLsXd"}`, 'hQWkzTbvGmRp'],
  ['a short name for one', 'DB_PASS=v8Kq2Lm9Xw4Zt7Rb', 'v8Kq2Lm9'],
  ['a key that is called a secret', "SECRET_KEY_BASE: '9f86d081884c7d659a2feaa0'", '9f86d081884c'],
  ['a private key in a string', JSON.stringify(privateKey), '7bq2l9Xn8sQw'],
  ['a token over two lines', `sent ${github.slice(0, 20)}\n  ${github.slice(20)} to`, github.slice(20)],
  [
    'a token at the end of two lines',
    `sent ${github.slice(0, 20)}\n${github.slice(20)}\nnext`,
    github.slice(4, 20),
  ],
  ['a field of JSON with a slash escaped', String.raw`{"db_password":"Zr7\/kQ2+vLmT4xQ9a"}`, 'vLmT4xQ9a'],
  ['a field of JSON with a plus escaped', String.raw`{"db_password":"Zr7kQ2\u002BvLmT4xQ9a"}`, 'vLmT4xQ9a'],
  ['a field of JSON with an and escaped', String.raw`{"db_password":"Zr7kQ2\u0026vLmT4xQ9a"}`, 'vLmT4xQ9a'],
  [
    'JSON whose quotes are escaped as numbers',
    String.raw`{\u0022token\u0022:\u0022Ab12Cd34Ef56\u0022}`,
    'Ab12Cd34',
  ],
  ['escaped JSON within JSON', String.raw`{\"password\":\"Zr7\\/kQ2\\u002bvLmT4xQ9a\"}`, 'vLmT4xQ9a'],
  ['a field of JSON with a quote in it', String.raw`{"password":"Zr7\"kQ2'vLm\\T4xQ9a"}`, 'T4xQ9a'],
  ['bytes of Python', `{'password': b'Zr7kQ2vLmT4xQ9a'}`, 'vLmT4xQ9a'],
  ['an option of Rust', 'Config { password: Some("Zr7kQ2vLmT4xQ9a") }', 'vLmT4xQ9a'],
  ['an option of Java', 'Config[password=Optional[Zr7kQ2vLmT4xQ9a]]', 'vLmT4xQ9a'],
  ['three quotes of TOML', 'password = """Zr7kQ2vLmT4xQ9a"""', 'vLmT4xQ9a'],
  ['a form that is encoded once more', 'body=user%3Da%26password%3DZr7kQ2vLmT4xQ9a%26next%3D1', 'vLmT4xQ9a'],
  ['a form that is encoded twice more', 'body=user%253Da%2526password%253DZr7kQ2%252BvLmT4xQ9a', 'vLmT4xQ9a'],
  ['a field in the text of a page', '{&quot;password&quot;:&quot;Zr7kQ2&#43;vLmT4xQ9a&quot;}', 'vLmT4xQ9a'],
  [
    'a comparison of JUnit 4',
    `expected:<${github.slice(0, 8)}[${github.slice(8, 20)}]${github.slice(20)}> but`,
    github.slice(8, 20),
  ],
  ['the name pass', 'pass: Zr7/kQ2+vLmT4xQ9a', 'vLmT4xQ9a'],
  ['the name pw', 'user=ann pw=Zr7kQ2vLmT4xQ9a', 'vLmT4xQ9a'],
  ['the name pass in JSON', '{"pass":"Zr7kQ2vLmT4xQ9a"}', 'vLmT4xQ9a'],
  ['a token beside a comment that switches scanners off', `// secretlint-disable\n${github}`, github],
])('%s is replaced, and the lines stay', (_what, text, secret) => {
  const screened = screenText(scanner, text);
  expect(text).toContain(secret);
  expect(screened).not.toContain(secret);
  expect(screened).toContain('‹secret: ');
  expect(screened.split('\n').length).toBe(text.split('\n').length);
  expect(screenText(scanner, screened)).toBe(screened);
});

test('the parameters behind a value stay', () => {
  expect(screenText(scanner, 'x?password=Zr7kQ2vLmT4xQ9a&page=12')).toBe(
    'x?password=‹secret: secret value›&page=12',
  );
});

const wrapped: readonly [form: string, before: string, secret: string][] = [
  ['a GitHub token', '', github],
  ['a GitLab token', '', `glpat${'-'}kK1jJ2hH3gG4fF5dD6sS`],
  ['a password', 'password=', `Zq8vN3kLw0${'RtY6uXs2Pd'}`],
  ['a key in hex', 'api_key=', `9f86d081884c7d65${'9a2feaa0c55ad015'}`],
  ['a bearer', 'Authorization: Bearer ', `a8Kd93LsmQ02${'xPzv71Wqk4TtY'}`],
];
test.each(wrapped)('%s is found wherever a line breaks in it', (_form, before, secret) => {
  for (let at = 4; at <= secret.length - 4; at++) {
    const text = `sent ${before}${secret.slice(0, at)}\n  ${secret.slice(at)} to`;
    const told = screenText(scanner, text)
      .replace(/‹[^›]*›/g, '')
      .replace(/\s+/g, '');
    // The rest of a short secret can look like a word.
    const pieces = Array.from({ length: secret.length - 7 }, (_, start) => secret.slice(start, start + 8));
    expect(
      pieces.filter((piece) => told.includes(piece)),
      `${at}`,
    ).toEqual([]);
  }
});

test.each([
  'expected token to equal undefined',
  '3 pass, 1 fail, pass: 12, pass: true, pass=12345678 pw=640 pass: yes',
  'PASS: src/login2.test.ts PASS: test-suite-1.sh PASS: gcc.dg/tree-ssa/foo-12.c',
  'pass: Optional[String] token: Some(tokens) password: b"password1"',
  'password: string; token: Token | null;',
  'const token = await getToken(user);',
  'token=$TOKEN_1 password=%s secret: <hidden> key: *** pwd=$' + '{PASSWORD_1}',
  'secretName: "my-secret-1", tokenCount: 12345678, passwordField: "input-1"',
  'const password = "password123";',
  'postgres://postgres:postgres@localhost:5432/test',
  'token: src/lexer/token.ts:120:14',
  'the token "identifier" at 12:3',
  'at Parser.token (/app/node_modules/parser/token.js:10:20)',
  'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
])('%j has no secret', (text) => {
  expect(findSecrets(scanner, text)).toEqual([]);
});

/** Files with secrets made up for the scanner to find. */
const ownTests = /^(?:src\/adapters\/secrets\/.*\.test\.ts|test\/leaks\/planted-secrets\.ts)$/;

test('of the texts of this repository hardly any is taken for a secret', () => {
  const root = join(import.meta.dirname, '../../..');
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((file) => file !== '' && !ownTests.test(file));
  const found = files.flatMap((file) => {
    const text = readText(join(root, file));
    return findSecrets(scanner, text).map(({ kind }) => `${file}: ${kind}`);
  });
  expect(files.length).toBeGreaterThan(2_000);
  // Those found are made-up ones from examples and tests.
  expect(found.filter((one) => !/^(?:docs|test|src\/.*\.test\.ts)/.test(one))).toEqual([]);
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(12);
}, 60_000);

function readText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    return text.includes('\0') ? '' : text;
  } catch {
    // A link, or a file that is just being removed.
    return '';
  }
}
