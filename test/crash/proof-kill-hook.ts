// Loaded before the program: ends it by SIGKILL at a moment of a proof that PENUMBRA_KILL names.
// PENUMBRA_KILL="run LINES": while a test runs, once the log of test runs has so many lines.
// PENUMBRA_KILL="before|after COMMIT LINES": at a commit of the ledger, counted from when the log has so many lines.

import { readFileSync, watch } from 'node:fs';
import { StatementSync } from 'node:sqlite';

const log = process.env.PENUMBRA_RUN_LOG ?? '';
const [moment = '', ...numbers] = (process.env.PENUMBRA_KILL ?? '').split(' ');
const lines = Number(numbers.at(-1));
const hasLines = () => readFileSync(log, 'utf8').split('\n').length > lines;
const end = () => process.kill(process.pid, 'SIGKILL');

if (moment === 'run') watch(log, () => hasLines() && end()).unref();
if (moment === 'before' || moment === 'after') {
  const run = StatementSync.prototype.run;
  let commits = 0;
  StatementSync.prototype.run = function (this: StatementSync, ...values: Parameters<typeof run>) {
    const isHit = this.sourceSQL === 'COMMIT' && hasLines() && ++commits === Number(numbers[0]);
    if (isHit && moment === 'before') end();
    const outcome = run.apply(this, values);
    if (isHit) end();
    return outcome;
  } as typeof run;
}
