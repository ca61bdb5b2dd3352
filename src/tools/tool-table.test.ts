/**
 * The tool table and the policies that name its tools: a command that changes something is never granted as
 * reading.
 */
import { expect, test } from 'vitest';
import { samplePolicy } from '../../test/guard/sample-policy.ts';
import { findAreaFault, loadPolicy } from '../guard/index.ts';
import { createToolTable, requireTools } from './tool-table.ts';

const table = createToolTable();

test('shipped commands that do not only read are known as such to the loader of policies', () => {
  const decided = table.list.filter(({ tool, command }) => table.find(`${tool} ${command}`) !== undefined);
  const told = decided.filter((one) => findAreaFault(one, 'READ') !== null).map(({ name }) => name);
  const changing = decided.filter(({ one }) => !one.annotations.readOnly).map(({ name }) => name);
  expect(changing.length).toBeGreaterThan(5);
  expect(told).toEqual(changing);
  // Of other tools their host knows.
  expect(findAreaFault({ tool: 'notes', command: 'write' }, 'READ')).toBeNull();
});

test('a name of a policy for a shipped command stands in an area that fits it', () => {
  const policy = loadPolicy(samplePolicy);
  const requireNames = (pair: string) => () => requireTools(policy, table, new Map([['file read', pair]]));
  expect(requireNames('file read')).not.toThrow();
  expect(requireNames('file delete')).toThrow(
    '`file read` in set `file_read` stands for a command of another area: `file delete` changes something',
  );
  expect(requireNames('exec run')).toThrow('runs programs');
});
