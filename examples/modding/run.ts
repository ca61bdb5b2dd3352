/**
 * A modding workshop in ten seconds: an assistant in two modes, its tools controlled by the policy next to this file, a
 * person who approves, and a record that proves what happened. `npm test` runs it. To run it by hand, `npm run build`
 * first; pass another policy as the argument to see where the story then stops. The exit code is 1 if an answer is not
 * the expected one.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from 'penumbra';
import { loadPolicy, openGuardSession } from 'penumbra/guard';
import { askPerson } from './ask-person.ts';
import { buildWorkshop } from './build-workshop.ts';
import { commitWork } from './chapters/commit-work.ts';
import { runScript } from './chapters/run-script.ts';
import { seePlayset } from './chapters/see-playset.ts';
import { verifyRecord } from './chapters/verify-record.ts';
import { workUnderContract } from './chapters/work-under-contract.ts';
import { paint, print, tellStory } from './tell-story.ts';
import { toolNames } from './tool-names.ts';

const policyFile = process.argv[2] ?? join(import.meta.dirname, 'policy.yaml');
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'penumbra-modding-'));
try {
  await tellAll();
} catch (error) {
  process.stderr.write(`modding: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function tellAll(): Promise<void> {
  const workshop = buildWorkshop(folder);
  const person = askPerson(workshop);
  person.createKeys();
  const ledger = await openLedger({ workspace: workshop.ledger });
  let mode = 'ck3lens';
  const session = await openGuardSession({
    policy: loadPolicy(readFileSync(policyFile, 'utf8'), { source: policyFile }),
    roots: workshop.roots,
    ledger,
    names: toolNames,
    session: { id: 'workshop', mode: () => mode, mods: workshop.mods },
    environment: { ...process.env, PENUMBRA_CONFIG_DIR: workshop.config },
  });
  const story = tellStory(session.tools);
  try {
    await seePlayset(story);
    await workUnderContract(story, workshop);
    mode = 'ck3raven-dev';
    await commitWork(story, workshop);
    await runScript(story, workshop, person);
  } finally {
    await session.close();
    await ledger.store.close();
  }
  verifyRecord(story, workshop, person);
  print(`\n${paint('green', 'as it should be')}: ${story.count()} calls, each answered by the policy`);
}
