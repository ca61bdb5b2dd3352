/**
 * The meaning of the driver's and the server's errors: which are worth retrying, and which fault people see,
 * with its remedy.
 */
import pg from 'pg';
import { type FaultCode, PenumbraError } from '../../kernel/index.ts';

type Meaning = { readonly code: FaultCode; readonly says: string; readonly hint: string };

const unreachable: Meaning = {
  code: 'store-unavailable',
  says: 'cannot be reached',
  hint: 'check that the server runs and that host, port and TLS parameters are right',
};
const refused: Meaning = {
  code: 'store-unavailable',
  says: 'refuses the login',
  hint: "check user, password and the server's pg_hba.conf",
};
const readOnly: Meaning = {
  code: 'store-read-only',
  says: 'cannot be written to',
  hint: 'use the primary server and a role that owns the schema `penumbra` or may create it',
};
const full: Meaning = {
  code: 'store-full',
  says: 'has no room left',
  hint: 'free space on the server and try again',
};
const tooSlow: Meaning = {
  code: 'store-busy',
  says: 'did not answer in time',
  hint: 'see who holds it in pg_stat_activity, and try again',
};
const crowded: Meaning = {
  code: 'store-busy',
  says: 'takes no more connections',
  hint: 'run fewer workers, lower `poolSize`, or raise max_connections on the server',
};
const damaged: Meaning = {
  code: 'store-damaged',
  says: 'is damaged',
  hint: 'run `penumbra validate` to see what it affects, and restore a backup or import an export',
};

const meanings: Readonly<Record<string, Meaning>> = {
  '25006': readOnly,
  '28000': refused,
  '28P01': refused,
  '3D000': { ...unreachable, says: 'names no database', hint: 'create the database first: `createdb`' },
  '3F000': damaged,
  '42501': readOnly,
  '42703': damaged,
  '42P01': damaged,
  '53100': full,
  '53200': { ...crowded, says: 'is out of memory' },
  '53300': crowded,
  '55P03': tooSlow,
  '57014': tooSlow,
  '58030': damaged,
  '58P01': damaged,
  XX001: damaged,
  XX002: damaged,
};

const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EAI_AGAIN)/;
const LOST =
  /^(Connection terminated|Client (has encountered|was closed)|Query read timeout|timeout expired)/;
/**
 * Connection exceptions, a server that is shutting down, starting or crashed, and sessions ended for idling.
 */
const LOST_STATES = /^(08...|57P0[1235]|25P03)$/;
const NEVER_CONNECTED = /^(ENOTFOUND|ENOENT|EACCES)$|CERT|SSL|TLS|SELF_SIGNED|SIGNATURE/;

/** Thrown if a transaction left nothing behind and can be retried from its start. */
export class TransactionUndone extends Error {}

/** Returns whether an error means that the connection is lost, so that the server's answer is unknown. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return LOST_STATES.test(error.code ?? '');
  return NETWORK.test(codeOf(error)) || (error instanceof Error && LOST.test(error.message));
}

/** Returns whether an error comes from the server itself, which is therefore reachable. */
export function hasAnswered(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

/** Returns whether the same work may succeed when retried. */
export function isTransient(error: unknown): boolean {
  if (error instanceof TransactionUndone || isConnectionLost(error)) return true;
  return error instanceof pg.DatabaseError && ['40001', '40P01', '53300'].includes(error.code ?? '');
}

/** Returns the fault for an error; an error unrelated to the store is returned unchanged. */
export function toFault(error: unknown, location: string): unknown {
  const meaning = meaningOf(error);
  if (!meaning) return error;
  const { message } = error as Error;
  return new PenumbraError(
    meaning.code,
    `the store \`${location}\` ${meaning.says}: ${message || codeOf(error)}`,
    {
      data: { location, reason: codeOf(error) },
      hint: meaning.hint,
      cause: error,
    },
  );
}

function meaningOf(error: unknown): Meaning | undefined {
  if (error instanceof TransactionUndone) return unreachable;
  if (isConnectionLost(error)) return unreachable;
  if (error instanceof pg.DatabaseError) return meanings[error.code ?? ''];
  if (error instanceof Error && error.message.startsWith('SASL')) return refused;
  const isUnreachable = NEVER_CONNECTED.test(codeOf(error)) || / SSL connection/.test(String(error));
  return isUnreachable ? unreachable : undefined;
}

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | null)?.code ?? '');
}
