/**
 * Checks what the database must hold true for the ledger without reading any content: logs agree with their entries,
 * nothing is both there and buried, and, where the server has `amcheck`, the indexes are sound.
 */
import { PenumbraError } from '../../kernel/index.ts';
import type { Connections } from './connections.ts';
import { toFault } from './faults.ts';
import type { Query } from './session.ts';

type Line = { readonly line: string };

const MOST_LINES = 1_000;

const checks: readonly string[] = [
  `SELECT format('log %s ends at %s but has %s entries up to %s',
                 coalesce(name, counted.log), coalesce(log.sequence, 0), coalesce(entries, 0), coalesce(latest, 0)) AS line
     FROM penumbra.log
     FULL JOIN (SELECT log, count(*) AS entries, max(sequence) AS latest FROM penumbra.entry GROUP BY log) AS counted
       ON counted.log = name
    WHERE (log.sequence, log.sequence) IS DISTINCT FROM (entries, latest) LIMIT ${MOST_LINES}`,
  `SELECT format('the head of log %s is not its last entry', name) AS line
     FROM penumbra.log JOIN penumbra.entry ON entry.log = name AND entry.sequence = log.sequence
    WHERE (log.stamp, log.value) <> (entry.stamp, entry.value) LIMIT ${MOST_LINES}`,
  `SELECT format('object %s has a tombstone and is still there', encode(id, 'hex')) AS line
     FROM penumbra.object JOIN penumbra.tombstone USING (id) LIMIT ${MOST_LINES}`,
];

/** Returns what is wrong with the database's structures, one line each. */
export async function checkStructure(connections: Connections): Promise<readonly string[]> {
  const statements = [...checks, ...(await indexChecks(connections.read))];
  const lines: string[] = [];
  for (const statement of statements) lines.push(...(await findings(connections, statement)));
  return lines;
}

/** Returns the statements that verify each index, if the server offers that to this role. */
async function indexChecks(query: Query): Promise<readonly string[]> {
  const rows = await query<{ statement: string }>(
    `SELECT format('SELECT NULL AS line WHERE %s(%L, true) IS NULL', pg_proc.oid::regproc, index.indexrelid::regclass) AS statement
       FROM pg_proc
      CROSS JOIN pg_index AS index JOIN pg_class AS class ON class.oid = index.indrelid
      WHERE proname = 'bt_index_check' AND pronargs = 2 AND has_function_privilege(pg_proc.oid, 'EXECUTE')
        AND class.relnamespace = to_regnamespace('penumbra')`,
  );
  return rows.map(({ statement }) => statement);
}

async function findings({ read, location }: Connections, statement: string): Promise<readonly string[]> {
  try {
    return (await read<Line>(statement)).map(({ line }) => line);
  } catch (error) {
    const fault = toFault(error, location);
    if (fault instanceof PenumbraError && fault.code === 'store-damaged') return [fault.message];
    throw error;
  }
}
