// Which files configure the build, the runner or the dependencies.

import { expect, test } from 'vitest';
import { isConfiguration } from './file-side.ts';

test.each(
  'package.json packages/a/package.json tsconfig.build.json vitest.config.ts .mocharc.yml pyproject.toml requirements-dev.txt go.mod Cargo.lock pom.xml app/build.gradle.kts phpunit.xml.dist Gemfile .github/workflows/ci.yml .env.test'.split(
    ' ',
  ),
)('%s does', (path) => {
  expect(isConfiguration(path)).toBe(true);
});

test.each(
  'src/config.ts lib/package.json.js my-package.json src/go.mod.ts docs/.github.md config/app.yml setup.pyc'.split(
    ' ',
  ),
)('%s does not', (path) => {
  expect(isConfiguration(path)).toBe(false);
});
