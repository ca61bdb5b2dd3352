/** What `penumbra audit secrets` does: shows what stands behind the placeholders of a run, as far as a key here opens it. */

import { type OpenLedgerOptions, SECRET } from '../../engine/index.ts';
import {
  findRun,
  isKeptSecret,
  type KeptSecret,
  openUserSealer,
  readRunRecord,
  withRuns,
} from '../../investigation/run/index.ts';
import { type CanonicalValue, parseCanonical } from '../../kernel/index.ts';
import { currentFrames } from '../../ledger/index.ts';
import { caseSubject } from '../../pipeline/index.ts';
import type { SecretsDocument } from '../../report/index.ts';

/** Shows the secrets of a run. For people who have its key: no agent is given this. */
export async function showSecrets({
  run: wanted = 'latest',
  ...options
}: Omit<OpenLedgerOptions, 'create'> & { readonly run?: string }): Promise<SecretsDocument> {
  return withRuns({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, wanted);
    const record = await readRunRecord(ledger, run);
    const kept = new Map<string, KeptSecret>();
    const add = (secret: KeptSecret) =>
      kept.set(`${secret.placeholder}\n${secret.where}\n${secret.sealed}`, secret);
    for (const secret of record.secrets ?? []) add(secret);
    for (const { id } of record.cases) {
      const frames = await currentFrames(ledger, caseSubject(run, id));
      for (const { type, content } of frames) {
        const payload: CanonicalValue = type === SECRET && content !== null ? parseCanonical(content) : null;
        if (isKeptSecret(payload)) add(payload);
      }
    }
    const sealer = await openUserSealer(options.environment);
    const secrets = [...kept.values()].map(({ kind, placeholder, where, sealed }) => ({
      placeholder,
      kind,
      where,
      value: sealer.open(sealed),
      isKept: sealed !== '',
    }));
    return { run, secrets };
  });
}
