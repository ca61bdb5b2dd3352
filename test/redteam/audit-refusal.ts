// A ledger whose audit takes nothing: another connection to its file sees to it that every record is refused.

import { DatabaseSync } from 'node:sqlite';
import type { Target } from './open-target.ts';

/** Has every record refused until it is disposed of. */
export function refuseRecords({ ledger }: Target): Disposable {
  const database = new DatabaseSync(ledger.store.location.replace(/^sqlite:/, ''));
  const audit = database.prepare('SELECT number FROM log WHERE name = ?').get('audit')?.number as number;
  database.exec(`CREATE TRIGGER refusal BEFORE INSERT ON entry WHEN NEW.log = ${audit}
    BEGIN SELECT RAISE(ABORT, 'there is no room'); END`);
  return {
    [Symbol.dispose]: () => {
      database.exec('DROP TRIGGER refusal');
      database.close();
    },
  };
}
