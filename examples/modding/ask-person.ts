/** The person who approves: a separate process with the keys, which the agent does not have. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ApprovalDocument } from 'penumbra';
import type { AuditVerification } from 'penumbra/guard';
import type { Workshop } from './build-workshop.ts';

/** What the person does. */
export type Person = {
  /** Makes the keys. */
  createKeys(): void;
  /** Reads what an agent asks for, and approves it. */
  approve(id: string): { readonly script: string };
  /** Verifies the record of every call against the anchor next to the keys. */
  verifyAudit(): AuditVerification;
};

const program = join(import.meta.dirname, '../../bin/penumbra.js');

/** Returns the person of a workshop, who works on the command line. */
export function askPerson({ ledger, config }: Workshop): Person {
  const penumbra = <Document>(exitCodes: readonly number[], ...args: readonly string[]): Document => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--json'], {
      cwd: ledger,
      encoding: 'utf8',
      env: { ...process.env, PENUMBRA_CONFIG_DIR: config },
    });
    assert.ok(exitCodes.includes(status ?? -1), `penumbra ${args.join(' ')} ended with ${status}: ${stderr}`);
    return JSON.parse(stdout);
  };
  return {
    createKeys: () => void penumbra([0], 'keys', 'create'),
    approve: (id) => {
      const { content, text } = penumbra<ApprovalDocument>([0], 'approve', id);
      assert.ok(text !== null, 'the script is no text');
      penumbra([0], 'approve', id, '--yes', '--content', content);
      return { script: text };
    },
    verifyAudit: () => penumbra([0, 1], 'audit', 'verify', '--against-anchor'),
  };
}
