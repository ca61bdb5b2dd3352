/** The last chapter: every call is recorded, and changing one byte of the record is detected. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Person } from '../ask-person.ts';
import type { Workshop } from '../build-workshop.ts';
import type { Story } from '../tell-story.ts';

/** Verifies the audit against its anchor after the session has closed, and leaves the file as it was. */
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
  story.say(
    'a thief',
    'turns a D into an S, so that a denial reads like a grant, and mends all that names it',
  );
  story.say('audit verify', `${fault.fault}: ${fault.detail}`);

  writeFileSync(file, bytes);
  assert.equal(person.verifyAudit().ok, true);
}

/** Flips one byte in the record of a denied write, and repairs every hash of what contains it. */
function turnDenial(file: string): void {
  const database = new DatabaseSync(file);
  const group = database
    .prepare("SELECT id, bytes FROM object WHERE instr(bytes, 'EN-WRITE-D-002') > 0")
    .get();
  assert.ok(group, 'the denial is not on record');
  const [before, bytes] = [group.id as Uint8Array, group.bytes as Uint8Array];
  const forged = Buffer.from(new TextDecoder().decode(bytes).replace('EN-WRITE-D-002', 'EN-WRITE-S-002'));
  const after = createHash('sha256').update(forged).digest();
  database.prepare('UPDATE object SET id = ?, bytes = ? WHERE id = ?').run(after, forged, before);
  const names = [Buffer.from(before).toString('hex'), after.toString('hex')] as const;
  database.prepare('UPDATE entry SET value = replace(value, ?, ?)').run(...names);
  database.close();
}
