/**
 * Checks what the file must hold true for the ledger without reading any content: the database's own structures,
 * logs that agree with their entries, and nothing both there and buried.
 */
import type { Connection } from './connection.ts';
import { isBusy, toFault } from './sqlite-fault.ts';

const MOST_LINES = 1_000;

const checks: readonly string[] = [
  'SELECT integrity_check AS line FROM pragma_integrity_check',
  // Not a FULL JOIN: SQLite makes no index for one, so its cost would grow with the square of the number of logs.
  `WITH counted AS (SELECT log, count(*) AS entries, max(sequence) AS latest FROM entry GROUP BY log),
        compared AS (SELECT number, name, length, entries, latest FROM log LEFT JOIN counted ON counted.log = log.number
                     UNION ALL SELECT log, NULL, NULL, entries, latest FROM counted
                      WHERE NOT EXISTS (SELECT 1 FROM log WHERE number = counted.log))
   SELECT format('log %s ends at %s but has %d entries up to %d',
                 coalesce(name, 'number ' || number), coalesce(length, 0), coalesce(entries, 0), coalesce(latest, 0)) AS line
     FROM compared WHERE (length, length) IS NOT (entries, latest) LIMIT ${MOST_LINES}`,
  `SELECT format('the head of log %s is not its last entry', name) AS line
     FROM log JOIN entry ON entry.log = log.number AND entry.sequence = log.length
    WHERE log.stamp IS NOT entry.stamp LIMIT ${MOST_LINES}`,
  `SELECT format('object %s has a tombstone and is still there', lower(hex(id))) AS line
     FROM object JOIN tombstone USING (id) LIMIT ${MOST_LINES}`,
];

/** Returns what is wrong with the file's structures, one line each. */
export function checkStructure(connection: Connection): readonly string[] {
  return checks.flatMap((check) => findings(connection, check)).filter((line) => line !== 'ok');
}

function findings({ prepare, location }: Connection, check: string): readonly string[] {
  try {
    return prepare(check)
      .all()
      .map((row) => String(row.line));
  } catch (error) {
    if (isBusy(error)) throw error;
    return [(toFault(error, location) as Error).message];
  }
}
