// An investigation that kills itself at a given commit, before or after it, or whose store fails there; started as a
// process by its tests.
// usage: investigate-child.ts WORKSPACE COMMIT before|after|fault
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../../src/engine/index.ts';
import { investigateIn } from '../../src/investigation/investigate.ts';
import { openReports } from '../../src/investigation/run/open-reports.ts';
import { takeIn } from '../../src/investigation/run/take-in-reports.ts';
import { PenumbraError } from '../../src/kernel/index.ts';
import type { Store } from '../../src/ledger/index.ts';

const [workspace = '', commit = '0', moment = 'after'] = process.argv.slice(2);
const reports = [join(workspace, 'reports')];
const ledger = await openLedger({ workspace });
let commits = 0;
const store: Store = new Proxy(ledger.store, {
  get: (target, name) => {
    const member = Reflect.get(target, name, target);
    if (name !== 'commit') return typeof member === 'function' ? member.bind(target) : member;
    return async (batch: Parameters<Store['commit']>[0]) => {
      const isLast = ++commits === Number(commit);
      if (isLast && moment === 'before') process.kill(process.pid, 'SIGKILL');
      if (isLast && moment === 'fault') throw new PenumbraError('store-full', 'no room left');
      const outcome = await target.commit(batch);
      if (isLast && moment === 'after') process.kill(process.pid, 'SIGKILL');
      return outcome;
    };
  },
});
const intake = await takeIn(await openReports(reports, { root: workspace }));
await investigateIn({ ...ledger, store }, { reports, workspace, root: workspace, intake });
await ledger.store.close();
writeSync(1, `${commits}`);
