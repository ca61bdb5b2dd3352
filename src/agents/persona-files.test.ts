/** The shipped files are written from the shipped agents (`vitest --update` writes them anew) and read back equal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatPersonas, parsePersonas, personas } from './index.ts';

const directory = join(import.meta.dirname, '../../personas');

const files = [
  {
    file: 'light.yaml',
    alignment: 'light',
    comment: `The agents that propose. Copy this file and change the copy; the shipped one is written by a test.
stepAffinity says how well an agent fits a node: the highest works there.
stickiness says which of its own earlier replies an agent remembers:
0 none, 1 those within the zone, 2 also on return to it, 3 all.`,
  },
  {
    file: 'shadow.yaml',
    alignment: 'shadow',
    comment: `The agents that review. Copy this file and change the copy; the shipped one is written by a test.
The highest stepAffinity at a node is the default seat there:
Challenger prosecutes, Abyss defends, Bulwark is the expert, Specter judges.`,
  },
];

describe.each(files)('personas/$file', ({ file, alignment, comment }) => {
  const agents = personas.filter((agent) => agent.alignment === alignment);

  test('is the shipped agents', async () => {
    await expect(formatPersonas(agents, comment)).toMatchFileSnapshot(join(directory, file));
  });

  test('reads back as the shipped agents', () => {
    expect(parsePersonas(readFileSync(join(directory, file), 'utf8'))).toEqual(agents);
  });
});
