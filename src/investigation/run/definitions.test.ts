/** Reports name the version of the package. */
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { PENUMBRA_VERSION } from './definitions.ts';

test("the version is the package's", () => {
  expect(PENUMBRA_VERSION).toBe(packageJson.version);
});
