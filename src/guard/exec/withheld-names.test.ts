/** Which names of the environment no program is passed. */
import { expect, test } from 'vitest';
import { type WithheldBecause, withheldBecause } from './withheld-names.ts';

test.each<[string, WithheldBecause | null]>([
  ['LANG', null],
  ['TZ', null],
  ['CI', null],
  ['GIT_AUTHOR_NAME', null],
  ['path', null],
  ['OLD_NAME', null],
  ['PATH', 'set-here'],
  ['HOME', 'set-here'],
  ['TMPDIR', 'set-here'],
  ['PWD', 'set-here'],
  ['PENUMBRA_STORE', 'own'],
  ['penumbra_x', 'own'],
  ['LD_PRELOAD', 'loads-code'],
  ['ld_library_path', 'loads-code'],
  ['DYLD_INSERT_LIBRARIES', 'loads-code'],
  ['NODE_OPTIONS', 'loads-code'],
  ['PYTHONPATH', 'loads-code'],
  ['PYTHONSAFEPATH', 'loads-code'],
  ['PYTHONHASHSEED', null],
  ['PERL5OPT', 'loads-code'],
  ['RUBYOPT', 'loads-code'],
  ['BASH_ENV', 'loads-code'],
  ['JAVA_TOOL_OPTIONS', 'loads-code'],
  ['GIT_EXTERNAL_DIFF', 'loads-code'],
  ['GIT_CONFIG_COUNT', 'loads-code'],
  ['PAGER', 'loads-code'],
  ['VISUAL', 'loads-code'],
  ['API_KEY', 'secret'],
  ['github_token', 'secret'],
  ['CLIENT_SECRET', 'secret'],
  ['DB_PASSWORD', 'secret'],
  ['MYSQL_PASSWD', 'secret'],
  ['GPG_PASSPHRASE', 'secret'],
  ['AWS_CREDENTIALS', 'secret'],
  ['SSH_AUTH_SOCK', 'secret'],
])('%s: %s', (name, because) => {
  expect(withheldBecause(name)).toBe(because);
});
