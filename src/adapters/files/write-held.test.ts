/** Drafts have names that no agent can use. */
import { expect, test } from 'vitest';
import { hiddenNames } from '../../guard/index.ts';
import { newDraftName } from './write-held.ts';

test('the name of a file that is being written is hidden in every root', () => {
  expect(hiddenNames({ hidden: [] })(`a/${newDraftName()}`)).toBe(true);
});
