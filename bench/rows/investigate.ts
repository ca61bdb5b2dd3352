// The main job after the scan: cases that each have a cause of their own, and failures that fold into one case.

import type { Row } from '../row.ts';
import { goal, investigation } from '../sample-failures.ts';

const CASES_PER_SECOND = 20;
const FOLDED_PER_SECOND = 1_000;
const places = [
  'web/src/cart.ts:27',
  'web/src/discount.ts:18',
  'web/src/checkout.ts:14',
  'web/src/shipping.ts:10',
];

export const distinctCasesRow: Row = {
  name: 'investigate-distinct',
  work: 'investigate, distinct cases, after the scan',
  comparedWith: `the goal of ${CASES_PER_SECOND} cases a second and core`,
  budget: 1,
  sizeUnit: 'cases',
  sizes: [5, 10, 20],
  rounds: 3,
  note: 'the goal is reported against, not held, and is a fixed time, so figures of two machines cannot be compared; the exponent tells whether the cost is linear.',
  subject: (cases) =>
    investigation(cases, (number, salt) => {
      const place = places[number % places.length];
      return `<testcase classname="web.T${number}" name="works"><failure type="Error${number}">Error${number}: wrong ${salt}\n    at total (${place}:3)</failure></testcase>`;
    }),
  peer: goal(CASES_PER_SECOND),
};

export const foldedFailuresRow: Row = {
  name: 'investigate-folded',
  work: 'investigate, failures of one cause, after the scan',
  comparedWith: `the goal of ${FOLDED_PER_SECOND} failures a second and core`,
  budget: 1,
  sizeUnit: 'failures',
  sizes: [1_000, 2_000, 4_000],
  rounds: 3,
  subject: (failures) =>
    investigation(
      failures,
      (number, salt) =>
        `<testcase classname="web.CartTest" name="case ${number}"><failure type="Error">Error: wrong ${salt}\n    at total (web/src/cart.ts:27:3)</failure></testcase>`,
    ),
  peer: goal(FOLDED_PER_SECOND),
};
