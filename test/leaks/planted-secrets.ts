// A repository with a failing test, and a secret wherever an investigation looks. The secrets are put together here, so
// that whoever scans this repository finds none.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';

/** The secrets by where they stand. */
export const planted = {
  message: `ghp${'_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`,
  log: `xoxb${'-'}492837465019-qQ7wW8eE9rR0tT1y`,
  trace: `eyJhbGciOiJIUzI1NiJ9${'.'}eyJzdWIiOiI5ODc2NTQzMjEwIn0.zZ8xX7cC6vV5bB4nN3mM2`,
  environment: `Vq7-zebra${'-'}Lamp42`,
  testName: `glpat${'-'}kK1jJ2hH3gG4fF5dD6sS`,
  cut: `npm${'_'}z9Y8x7W6v5U4t3S2r1Q0p9O8n7M6l5K4j3I2`,
  split: `ghp${'_'}Zz1Yy2Xx3Ww4Vv5Uu6Tt7Ss8Rr9Qq0Pp1Oo2`,
  source: `4be7a1d09c${'2'}f83b65e1aa47`,
  hunk: `rK9${'/'}wLm4pQx7+vBn2tYc5uZj8eHs1aGd6fRi3oXy`,
  commit: `pypi${'-'}AgEIcHlwaS5vcmcCJDNhYmM0ZDVlNmY3ZzhoOWkwajFrMmwz`,
  author: `AKIA${'Q'}7W3E9R1T5Y2U8I4`,
  fileName: `sk${'_'}live_9kL8jH7gF6dS5aP4oI3u`,
  unmarked: `Wombat${'!'}77-Crossing`,
  /** A line within a key, of which a commit exchanged only such lines. */
  keyLine: 'mQ4vZ8rT1xK6pL3wN9sB2dF7hJ5gC0yU'.repeat(2),
  oldKeyLine: 'Xe7Rb2Wn9Qk4Ls6Tz1Vp8Hd3Gm5Jc0Fy'.repeat(2),
  /** A value that its file marks, in a line where nothing does. */
  markedElsewhere: `Kp3vRz8${'Q'}tW5xLm2Bn7`,
  /** Values that a failing test quotes, and that something else marks of which nothing is kept. */
  passedOutput: `Nt6wYq2${'-'}Rm8zKp4Vx`,
  passedName: `Bh5sLd9${'-'}Gw3jTc7Fn`,
  skipped: `Zk4mQe8${'-'}Px2vHb6Sy`,
  midst: `Wc7fRn3${'-'}Dj9tLu5Kg`,
  subject: `Yt2bXs6${'-'}Mv8hEq4Ja`,
  /** Values that a format escapes: where only their name marks them, and where they are known from elsewhere. */
  escaped: `Rm6/hXq3+${'V'}tNz8kWpQ2yT7d`,
  encoded: `Jq4+wTy9/${'B'}sKm7vLdN3xR9f`,
  spelled: `Ud5/pGc8+${'H'}xRw2nZfK8mC4t`,
  compared: `ghp${'_'}c7D8e9F0g1H2i3J4k5L6m7N8o9P0q1R2s3T4`,
  address: `hV3${'-'}pelican-9Xw`,
} as const;

/** The name of a secret. */
export type PlantedName = keyof typeof planted;

/** Builds the repository and returns the report of its failing test, as a path within it. */
export function plantSecrets(workspace: string): string {
  const environment = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@x.example', ...args], {
      cwd: workspace,
      env: {
        ...environment,
        GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
        GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
      },
    });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  };
  mkdirSync(workspace, { recursive: true });
  git('init', '--quiet', '--initial-branch', 'main');
  write('src/login.ts', loginSource('connect(user)', '', planted.oldKeyLine));
  write('src/connect.ts', 'export function connect(user: string) {\n  return user.length > 0;\n}\n');
  write('test/login.test.ts', testSource);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Add the login');
  write(
    'src/login.ts',
    loginSource(
      'connect("")',
      `  const secretAccessKey = "${planted.hunk}";\n  void "${planted.markedElsewhere}";\n`,
      planted.keyLine,
    ),
  );
  write(`src/keys-${planted.fileName}.ts`, 'export function keys() {\n  throw new Error("no keys");\n}\n');
  git('add', '.');
  git(
    'commit',
    '--quiet',
    `--author=Ann ${planted.author} <ann@x.example>`,
    '--message',
    `Log in with ${planted.commit} from now on\n\npassword=${planted.subject}`,
  );
  write('reports/login.xml', reportText());
  return 'reports/login.xml';
}

function loginSource(call: string, added: string, keyLine: string): string {
  return `import { connect } from './connect.ts';

const apiToken = "${planted.source}";
export function login(user: string) {
${added}  if (!${call}) throw new Error('no login with ' + apiToken);
  return user;
}
const password = "${planted.markedElsewhere}";
const key = \`-----BEGIN ${'PRIVATE'} KEY-----
${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(2)}
${keyLine}
-----END ${'PRIVATE'} KEY-----\`;
`;
}

const testSource = `import { login } from '../src/login.ts';

const password = "${planted.unmarked}";
test('logs in', () => {
  expect(login('ann')).toBe(password);
});
`;

function reportText(): string {
  const { message, log, trace, environment, testName, split, unmarked, address } = planted;
  const { passedOutput, passedName, skipped, midst, subject, escaped, encoded, spelled, compared } = planted;
  const inJson = (value: string) => value.replaceAll('/', '\\/').replaceAll('+', '\\u002B');
  const long = 'nothing to see here, go on\n'.repeat(20_000);
  const frames = `    at login (src/login.ts:6:30)
    at keys (src/keys-${planted.fileName}.ts:2:9)
    at Object.<anonymous> (test/login.test.ts:5:10)`;
  return `<testsuite name="login">
<properties><property name="DB_PASSWORD" value="${environment}"/></properties>
<testcase classname="test/login.test.ts" name="logs in with ${testName}" file="test/login.test.ts">
<failure type="Error" message="no login with ${message}, expected ${unmarked}">Error: no login with ${message}, expected ${unmarked}
${frames}
Authorization: Bearer ${trace}
</failure>
<system-out>sent ${log} to postgres://app:${address}@db.example:5432/app
again with ${address}
quoted ${passedOutput} ${passedName} ${skipped} ${midst} ${subject}
answered {"db_password":"${inJson(escaped)}"}
sent body=user%3Dann%26password%3D${encodeURIComponent(encodeURIComponent(encoded))}
known api_token: ${spelled}
again ${inJson(spelled)}, ${encodeURIComponent(spelled)} and ${spelled.replaceAll('+', '&amp;#43;')}
expected:&lt;${compared.slice(0, 9)}[${compared.slice(9, 24)}]${compared.slice(24)}&gt; but was:&lt;${compared.slice(0, 9)}[none]${compared.slice(24)}&gt;
wrapped ${split.slice(0, 22)}
    ${split.slice(22)} by a terminal
</system-out>
</testcase>
<testcase classname="t" name="logs in with password=${passedName}"><system-out>DB_PASSWORD=&quot;${passedOutput}&quot;</system-out></testcase>
<testcase classname="t" name="not yet"><skipped message="wants api_key=${skipped}"/></testcase>
<testcase classname="t" name="long"><failure message="other">${long}password=${midst}
${long}</failure></testcase>
</testsuite>
`;
}
