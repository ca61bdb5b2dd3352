/** What a configuration would contact: the hosts, and what goes there. By default nothing leaves the machine. */
import type { OpenLedgerOptions } from '../open-ledger.ts';
import { storeSetting } from '../read-settings.ts';
import { storeAddress } from '../store-address.ts';
import { findWorkspaceRoot } from '../workspace-root.ts';
import { chooseModel, hostOf, type ModelFlags } from './choose-model.ts';

/** A host that would be contacted. */
export type Contact = {
  readonly host: string;
  readonly isThisMachine: boolean;
  readonly what: string;
  readonly why: string;
};

/** Returns every host that commands with these options would contact. */
export async function contactsOf(
  options: Omit<OpenLedgerOptions, 'create'> & ModelFlags = {},
): Promise<readonly Contact[]> {
  const { store, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  const setting = await storeSetting({ root, environment, options: store === undefined ? {} : { store } });
  return [...storeContacts(setting, root), ...modelContacts(options, environment)];
}

function storeContacts(setting: string | null, root: string): readonly Contact[] {
  const address = storeAddress(setting, root);
  if (address.kind === 'sqlite' || setting === null) return [];
  const { host } = new URL(setting);
  const { isThisMachine } = hostOf(`http://${host || 'localhost'}`);
  return [
    {
      host: host || 'localhost',
      isThisMachine,
      what: 'the ledger: what is recorded of runs and of the workspace',
      why: 'the store is set to PostgreSQL',
    },
  ];
}

function modelContacts(
  flags: ModelFlags,
  environment: NonNullable<OpenLedgerOptions['environment']>,
): readonly Contact[] {
  const choice = chooseModel(flags, environment);
  if (choice === null || 'replay' in choice) return [];
  return [
    {
      ...hostOf(choice.endpoint),
      what: 'packs: failing tests with their messages, traces and output, and evidence of the repository; secrets are replaced',
      why: `investigations ask ${choice.provider}:${choice.model}`,
    },
  ];
}
