// Boots the oracle of a SQLite ledger in a process of its own and prints the hash of its working set.
import { openSqliteStore } from '../../src/adapters/sqlite/index.ts';
import { bootOracle, createOracle } from '../../src/disclosure/oracle/index.ts';
import { hashOf, pins } from './sample-life.ts';

const [file = '', way] = process.argv.slice(2);
const store = await openSqliteStore({ file });
const oracle = way === 'boot' ? await bootOracle(store, { pins }) : createOracle(store);
process.stdout.write(`${await hashOf(oracle)}\n`);
await store.close();
