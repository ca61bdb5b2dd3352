/** The last chapter: every call is on record, and whoever changes one byte of the record is found out. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Person } from '../ask-person.ts';
import type { Workshop } from '../build-workshop.ts';
import type { Story } from '../tell-story.ts';

/** Verifies the audit with its anchor, after the session was closed; the file is left as it was. */
export function verifyRecord(story: Story, { ledger }: Workshop, person: Person): void {
  story.heading('Everything is on record');
  const whole = person.verifyAudit();
  assert.deepEqual([whole.ok, whole.records, whole.unanchored], [true, story.count(), 0]);
  story.say('audit verify', `${whole.records} calls, ${whole.records} records, all of them anchored: whole`);

  const file = join(ledger, '.penumbra/ledger.db');
  const bytes = readFileSync(file);
  turnDenial(file);
  const changed = person.verifyAudit();
  assert.equal(changed.ok, false);
  const [fault] = changed.faults.filter((one) => one.fault === 'changed');
  assert.ok(fault, 'the changed record is not named');
  story.say('a thief', 'turns a D into an S, so that a denial reads like a grant');
  story.say('audit verify', `${fault.fault}: ${fault.detail}`);

  writeFileSync(file, bytes);
  assert.equal(person.verifyAudit().ok, true);
}

/** Flips one byte of one record: of a write that was denied. */
function turnDenial(file: string): void {
  const database = new DatabaseSync(file);
  const found = database
    .prepare("SELECT log, sequence, value FROM entry WHERE value LIKE '%EN-WRITE-D-002%'")
    .get();
  assert.ok(found, 'the denial is not on record');
  const value = String(found.value).replace('EN-WRITE-D-002', 'EN-WRITE-S-002');
  const { log = null, sequence = null } = found;
  database.prepare('UPDATE entry SET value = ? WHERE log = ? AND sequence = ?').run(value, log, sequence);
  database.close();
}
