// Tables on narrow terminals: sentences are wrapped before names are broken.
import { expect, test } from 'vitest';
import { renderTable } from './render-table.ts';
import { layoutOf } from './terminal-layout.ts';

const table = {
  head: ['#', 'question', 'record'],
  rows: [{ cells: ['1', 'is it known already?', 'frame:0123456789'], below: ['with earlier causes'] }],
};

test.each([
  [
    60,
    [
      '#  question              record',
      '1  is it known already?  frame:0123456789',
      '   with earlier causes',
    ],
  ],
  [
    32,
    ['#  question     record', '1  is it known  frame:0123456789', '   already?', '   with earlier causes'],
  ],
  [
    22,
    [
      '#  question  record',
      '1  is it     frame:012',
      '   known     3456789',
      '   already?',
      '   with earlier causes',
    ],
  ],
])('in %i columns', (width, expected) => {
  expect(renderTable(table, { ...layoutOf({}), width })).toEqual(expected);
});
