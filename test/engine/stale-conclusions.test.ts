// After a change, the conclusions that rest on what changed are named, and no others.
import { appendFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { showRun } from '../../src/commands/runs.ts';
import { investigate, refreshRun, staleConclusions } from '../../src/investigation/index.ts';
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
  expect(gone.conclusions).toContainEqual(
    expect.objectContaining({ cause: own?.id, input: stock, to: null }),
  );
});

test('a refresh investigates those again, keeps the others, and leaves the first run as it was', async () => {
  const at = shopStore('refreshed');
  const workspace = `${at.workspace}-refreshed`;
  cpSync(at.workspace, workspace, { recursive: true });
  const reports = [join(workspace, 'reports')];
  const { run, document } = await investigate({ ...at, workspace, reports });
  const options = { ...at, workspace, run };
  expect(await refreshRun(options)).toMatchObject({ run, isNew: false, anew: 0, document });

  appendFileSync(join(workspace, 'mail/template.py'), '\n# looked at\n');
  const { conclusions } = await staleConclusions(options);
  const found = await refreshRun(options);
  expect(found.run).not.toBe(run);
  expect(found.anew).toBeGreaterThan(0);
  expect(found.kept).toBeGreaterThan(0);
  const moved = new Set(conclusions.map(({ cause }) => cause));
  const unmoved = document.causes.filter(({ id }) => !moved.has(id));
  expect(unmoved.length).toBeGreaterThan(0);
  for (const { id, suspects, status } of unmoved)
    expect(found.document.causes.find((cause) => cause.id === id)).toMatchObject({ suspects, status });
  expect((await staleConclusions({ ...options, run: found.run })).conclusions).toEqual([]);
  expect((await showRun(options)).document).toEqual(document);
  expect((await refreshRun(options)).run).toBe(found.run);
});
