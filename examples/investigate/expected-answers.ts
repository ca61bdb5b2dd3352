/** The faults that were put into the demo's shop. Each answer of an investigation is checked against them. */
import type { DefectType, ReportCause, ReportDocument } from 'penumbra/record';

/** One fault, and what a good answer says about it. */
export type ExpectedAnswer = {
  readonly what: string;
  /** The tests that fail because of it; one cause has to explain them all. */
  readonly tests: readonly string[];
  readonly defectType: DefectType;
  /** The guilty file, if there is one; several if the fix could go into any of them. */
  readonly places?: readonly string[];
  /** Whether nothing in the repository can settle it, so an honest answer does not claim to. */
  readonly isOpen?: boolean;
  /** Whether its tests run on any machine, so the guilty lines can be proven. */
  readonly isRunnable?: boolean;
};

/** How far down the ranking a person looks. */
const LOOKED_AT = 3;
const java = 'orders/src/main/java/com/example/shop';

/** All faults. */
export const expectedAnswers: readonly ExpectedAnswer[] = [
  {
    what: 'a broken function in the trace (TypeScript)',
    tests: ['does not mind how a code is written'],
    defectType: 'product_bug',
    places: ['web/src/discount.ts'],
    isRunnable: true,
  },
  {
    what: 'the same function, deeper below another test (TypeScript)',
    tests: ['takes the discount before shipping'],
    defectType: 'product_bug',
    places: ['web/src/discount.ts'],
    isRunnable: true,
  },
  {
    what: 'a broken function that the trace does not show (TypeScript)',
    tests: ['is free from 50 euros on'],
    defectType: 'product_bug',
    places: ['web/src/shipping.ts'],
    isRunnable: true,
  },
  {
    what: 'a broken function met through two test classes (Java)',
    tests: ['reservesTheLastOne', 'takesTheLastCopy'],
    defectType: 'product_bug',
    places: [`${java}/stock/Stock.java`],
  },
  {
    what: 'a set-up that fails for four tests (Python)',
    tests: [
      'test_comments_and_blank_lines_are_skipped',
      'test_the_cheapest_offer_stays',
      'test_a_dearer_offer_changes_nothing',
      'test_an_empty_catalogue_has_no_items',
    ],
    defectType: 'product_bug',
    places: ['catalogue/settings.py'],
  },
  {
    what: 'a test that asks for a renamed fixture (Python)',
    tests: ['test_a_mail_names_the_order'],
    defectType: 'test_bug',
  },
  {
    what: 'files that changed together and are wrong together (Java)',
    tests: ['aFrenchInvoiceAddsUp'],
    defectType: 'product_bug',
    places: [`${java}/billing/Rounding.java`, `${java}/billing/Invoice.java`],
  },
  {
    what: 'a test that passed when it was run again (Java)',
    tests: ['asksOnlyOnceInItsLifetime'],
    defectType: 'flaky',
  },
  {
    what: 'a database that did not answer (Java)',
    tests: ['anUnknownArticleHasNoStock'],
    defectType: 'infrastructure',
  },
  {
    what: 'a journey that names nothing in this repository',
    tests: ['a voucher is bought, posted and redeemed'],
    defectType: 'to_investigate',
    isOpen: true,
  },
];

/** How a report explains one fault. */
export type Grade = {
  /** The rank of the right file, from 1; null if it is not listed or no file is at fault. */
  readonly rank: number | null;
  /** What is missing or wrong; nothing if a person finds the place among the first three suspects. */
  readonly faults: readonly string[];
};

/** Checks a report against an expected answer. */
export function gradeAnswer({ causes }: ReportDocument, expected: ExpectedAnswer): Grade {
  const answering = causes.filter(({ tests }) => tests.some(({ name }) => expected.tests.includes(name)));
  const [cause, ...others] = answering;
  if (cause === undefined) return { rank: null, faults: ['no cause names its tests'] };
  if (others.length > 0) return { rank: null, faults: [`${answering.length} causes instead of one`] };
  const rank = rankOf(cause, expected);
  return { rank, faults: [...foreignTests(cause, expected), ...wrongClaims(cause, expected, rank)] };
}

/** Checks the results of experiments. A cause whose tests cannot run here must not be called proven. */
export function gradeProof({ causes }: ReportDocument, expected: ExpectedAnswer): readonly string[] {
  const { places = [], tests, isRunnable = false } = expected;
  const cause = causes.find((one) => one.tests.some(({ name }) => tests.includes(name)));
  const isProven = cause?.status === 'proven';
  if (!isRunnable) {
    if (isProven) return ['it is called proven, and its tests were not run'];
    const isTold = JSON.stringify(cause?.experiments ?? '').includes('does not run the test');
    return isTold ? [] : ['it does not say that its tests were not run'];
  }
  if (!isProven) return ['it is not proven'];
  const strays = (cause.proof?.hunks ?? []).filter(({ path }) => !places.includes(path));
  return strays.map(({ path }) => `lines of ${path} are called guilty`);
}

function rankOf({ suspects }: ReportCause, { places = [] }: ExpectedAnswer): number | null {
  const index = suspects.findIndex(({ path }) => places.includes(path));
  return index < 0 ? null : index + 1;
}

/** A cause may also explain the tests of another expected answer with the same places. */
function foreignTests({ tests }: ReportCause, { places, tests: own }: ExpectedAnswer): readonly string[] {
  const alike = expectedAnswers.filter((other) => places && other.places?.join() === places.join());
  const known = [...own, ...alike.flatMap((other) => other.tests)];
  return tests
    .filter(({ name }) => !known.includes(name))
    .map(({ name }) => `\`${name}\` is in it and fails for another reason`);
}

function wrongClaims(
  { defect_type, status }: ReportCause,
  { defectType, places, isOpen }: ExpectedAnswer,
  rank: number | null,
): readonly string[] {
  if (isOpen) return status === 'concluded' ? ['it claims to be settled'] : [];
  const faults = [];
  if (defect_type !== defectType) faults.push(`it is called ${defect_type}, not ${defectType}`);
  if (places && (rank === null || rank > LOOKED_AT))
    faults.push(`${places.join(' or ')} is not among the first ${LOOKED_AT} suspects`);
  return faults;
}
