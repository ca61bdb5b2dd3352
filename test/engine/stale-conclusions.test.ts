// After a change, the conclusions that rest on what changed are named, and no others.

import { appendFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { investigate, staleConclusions } from '../../src/engine/investigate/index.ts';
import { shopStore } from './runs-elsewhere.ts';

test('what moved under a cause is named with what it was and is', async () => {
  const at = shopStore('stale');
  const workspace = `${at.workspace}-stale`;
  cpSync(at.workspace, workspace, { recursive: true });
  const { run, document } = await investigate({ ...at, workspace });
  const options = { ...at, workspace, run };
  expect(await staleConclusions(options)).toEqual({ run, causes: document.causes.length, conclusions: [] });

  const stock = 'orders/src/main/java/com/example/shop/stock/Stock.java';
  appendFileSync(join(workspace, stock), '\n// looked at\n');
  appendFileSync(join(workspace, 'README.md'), '\nNobody rests on this.\n');
  const changed = await staleConclusions(options);
  const own = document.causes.find(({ suspects }) => suspects[0]?.path === stock);
  expect(changed.conclusions).toContainEqual({
    cause: own?.id,
    input: stock,
    from: expect.stringMatching(/^content:[0-9a-f]{64}$/),
    to: expect.stringMatching(/^content:[0-9a-f]{64}$/),
  });
  expect(changed.conclusions.map(({ input }) => input)).not.toContain('README.md');

  rmSync(join(workspace, stock));
  const gone = await staleConclusions(options);
  expect(gone.conclusions).toContainEqual(expect.objectContaining({ cause: own?.id, input: stock, to: null }));
});
