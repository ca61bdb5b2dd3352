/** That a fault of the ledger ends a walk where it stands, and an agent's fault does not. */
import { expect, test } from 'vitest';
import { straight } from '../../../test/pipeline/sample-walks.ts';
import { type FaultCode, PenumbraError } from '../../kernel/index.ts';
import { walk } from '../index.ts';

const throwing = (error: unknown) => walk(straight, { ask: () => Promise.reject(error) });

test.each<FaultCode>(['store-busy', 'store-full', 'outcome-unknown', 'hash-mismatch', 'internal', 'stopped'])(
  'the fault `%s` rejects the walk',
  async (code) => {
    await expect(throwing(new PenumbraError(code, 'gone'))).rejects.toMatchObject({ code });
  },
);

test.each([
  ['an agent that failed', new PenumbraError('agent-failed', 'no answer')],
  ['an answer that has no canonical form', new PenumbraError('not-canonical', 'a float')],
  ['any other error', new TypeError('undefined is not a function')],
  ['something that is no error', 'no'],
])('%s is in the result', async (_what, error) => {
  expect(await throwing(error)).toMatchObject({ status: 'failed', error: { code: 'agent-failed' } });
});
