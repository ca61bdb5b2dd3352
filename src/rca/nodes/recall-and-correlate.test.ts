// Recall and correlation as tables: what the pack holds, and how likely the cause is the same.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, PromptPack } from '../../disclosure/lens/index.ts';
import { type Artifact, recordArtifact } from '../../pipeline/index.ts';
import type { FailureBlock, OtherCaseBlock, PriorCauseBlock, SymptomBlock } from '../blocks/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { caseSummary, compareCases, explainCases, relatedCases } from './compare-cases.ts';
import { correlateCase } from './correlate-case.ts';
import { lightArtifacts } from './light-artifacts.ts';
import { recallCase } from './recall-case.ts';

function block(kind: string, payload: unknown, changes: Partial<Block> = {}): Block {
  return {
    handle: `frame:${kind}`,
    kind,
    form: 'full',
    payload: payload as Block['payload'],
    provenance: { source: 'test', event_ids: [], rule_refs: [] },
    ...changes,
  };
}

function packOf(...blocks: readonly Block[]): PromptPack {
  return { truth: blocks, memory: [], task: { scene: [] } } as unknown as PromptPack;
}

const failure: FailureBlock = {
  case_id: 'case-own',
  count: 1,
  tests: [{ suite: 'CartTest', name: 'total' }],
  kind: 'error',
  type: 'StateError',
  message: 'cart 1 is closed',
  template: 'cart <n> is closed',
  fingerprint: 'own',
  places: ['Cart|total|cart.ts'],
  retries: [],
  is_flaky: false,
};

function fits(artifact: Artifact): void {
  const schema = lightArtifacts[artifact.type as 'recall' | 'correlate'];
  expect(schema.safeParse({ ...artifact.data, confidence: artifact.confidence }).error).toBeUndefined();
}

describe('recall', () => {
  const symptom: SymptomBlock = {
    fingerprint: 'own',
    template: 'cart <n> is closed',
    exception: 'StateError',
    places: ['Cart|total|cart.ts'],
    count: 2,
    first_seen: 'run:1',
    last_seen: 'run:2',
    causes: ['cause-1'],
  };
  const cause: PriorCauseBlock = {
    id: 'cause-1',
    defect_type: 'product_bug',
    status: 'concluded',
    confidence: 9_000,
    summary: 'closed too early',
    suspects: [],
    commits: [],
    first_seen: 'run:1',
  };
  const named: Partial<PriorCauseBlock> = { confirmed_by: 'ada', person: { by: 'ada', word: 'corrected' } };
  const elsewhere = { fingerprint: 'other', places: ['Basket|sum|basket.ts'] };

  test.each<[string, Partial<SymptomBlock>, Partial<PriorCauseBlock>, boolean, number]>([
    ['the same failure', {}, {}, false, 0.95],
    ['the same failure, whose files changed', {}, {}, true, 0.39],
    [
      'another message at the same places, whose files changed',
      { fingerprint: 'other', template: 'x' },
      {},
      true,
      0.3,
    ],
    ['the same message elsewhere, whose files changed', elsewhere, {}, true, 0.25],
    ['another message at the same places', { fingerprint: 'other', template: 'x' }, {}, false, 0.65],
    ['the same message elsewhere', elsewhere, {}, false, 0.5],
    [
      'the same message elsewhere, of another exception',
      { ...elsewhere, exception: 'IoError' },
      {},
      false,
      0,
    ],
    ['another failure', { ...elsewhere, template: 'x' }, {}, false, 0],
    ['an earlier cause of the same failure', { causes: ['cause-2', 'cause-1'] }, {}, false, 0.75],
    ['a cause that is not in the pack', { causes: ['cause-9'] }, {}, false, 0],
    ['a cause that was not established', {}, { status: 'insufficient' }, false, 0],
    ['a cause that was left open', {}, { status: 'inconclusive' }, false, 0],
    ['a cause that was only recommended', {}, { status: 'recommended' }, false, 0],
    ['a cause that was only likely', {}, { status: 'likely' }, false, 0.75],
    ['a cause that was narrowed down', {}, { status: 'narrowed' }, false, 0.75],
    ['a likely cause of the same message elsewhere', elsewhere, { status: 'likely' }, false, 0.5],
    ['a likely cause whose files changed', {}, { status: 'likely' }, true, 0.39],
    ['a cause that was proven', {}, { status: 'proven' }, false, 0.95],
    ['a cause that a person named', {}, { ...named, status: 'concluded' }, false, 0.95],
    ['a cause that a person named, whose file changed', {}, named, true, 0.39],
    [
      'a cause that a person named before others were found',
      { causes: ['cause-2', 'cause-1'] },
      named,
      false,
      0.95,
    ],
    ['a cause that a person called wrong', {}, { person: { by: 'ada', word: 'wrong' } }, false, 0],
    ['a cause that was retired', {}, { ...named, person: { by: 'ada', word: 'retired' } }, false, 0],
    [
      'a cause that went into another',
      {},
      { person: { by: 'ada', word: 'merged', into: 'cause-2' } },
      false,
      0,
    ],
    ['a cause into which the known one went', { causes: ['cause-2'] }, { aliases: ['cause-2'] }, false, 0.95],
    ['a cause that names the failure itself', { causes: [] }, { symptoms: ['own'] }, false, 0.95],
  ])('%s', (_, seen, found, isStale, similarity) => {
    const artifact = recallCase(
      packOf(
        block('failure', failure),
        block('symptom', { ...symptom, ...seen }),
        block('prior-cause', { ...cause, ...found }, isStale ? { stale: true } : {}),
      ),
    );
    fits(artifact);
    expect(artifact).toMatchObject({ confidence: similarity, data: { match: similarity > 0 } });
    const cited = [artifact.data.prior_rca_id, artifact.data.symptom_id];
    expect(cited).toEqual(similarity > 0 ? ['frame:prior-cause', 'frame:symptom'] : [undefined, undefined]);
  });

  test.each([
    ['that stands is the only hit, and says who gave it', false, 'frame:c2', 0.95, '`ada` named its cause'],
    ['whose file changed leaves the hit to what was found', true, 'frame:c1', 0.95, 'its cause was settled'],
  ])("a person's answer %s", (_, isStale, handle, similarity, words) => {
    const artifact = recallCase(
      packOf(
        block('failure', failure),
        block('symptom', { ...symptom, causes: ['cause-1', 'cause-2'] }),
        block('prior-cause', cause, { handle: 'frame:c1' }),
        block(
          'prior-cause',
          { ...cause, ...named, id: 'cause-2' },
          { handle: 'frame:c2', ...(isStale && { stale: true }) },
        ),
      ),
    );
    expect(artifact).toMatchObject({ confidence: similarity, data: { prior_rca_id: handle } });
    expect(artifact.data.reasoning).toContain(words);
  });

  test('the most likely of several is taken, whatever their order', () => {
    const blocks = [
      block('symptom', { ...symptom, ...elsewhere, causes: ['cause-2'] }, { handle: 'frame:s2' }),
      block('prior-cause', { ...cause, id: 'cause-2' }, { handle: 'frame:c2' }),
      block('symptom', symptom, { handle: 'frame:s1' }),
      block('prior-cause', cause, { handle: 'frame:c1' }),
    ];
    for (const order of [blocks, blocks.toReversed()]) {
      const { data } = recallCase(packOf(block('failure', failure), ...order));
      expect(data).toMatchObject({ prior_rca_id: 'frame:c1', symptom_id: 'frame:s1' });
    }
  });

  test.each([
    ['an empty pack', []],
    ['a memory without a failure', [block('symptom', symptom), block('prior-cause', cause)]],
  ])('%s has no match', (_, blocks) => {
    const artifact = recallCase(packOf(...blocks));
    fits(artifact);
    expect(artifact.data.match).toBe(false);
  });
});

describe('correlation', () => {
  const own: OtherCaseBlock = {
    case_id: 'case-own',
    order: 5,
    test_classes: ['CartTest'],
    places: ['Cart|total|cart.ts', 'Shop|pay|shop.ts'],
    template: 'cart <n> is closed',
    exception: 'StateError',
    suspects: ['cart.ts', 'shop.ts', 'till.ts'],
    defect_type: 'product_bug',
    failures: 1,
    hypotheses: [],
    explained_by: '',
  };
  const like = (changes: Partial<OtherCaseBlock>): OtherCaseBlock => ({
    ...own,
    case_id: 'case-other',
    order: 1,
    ...changes,
  });
  const stranger = { places: [], template: 'x', exception: 'x', test_classes: [], suspects: [] };
  const asserts = { exception: 'AssertionError', template: 'expected:<value> but was:<value>', places: [] };

  test.each<[string, Partial<OtherCaseBlock>, Partial<OtherCaseBlock>, boolean]>([
    ['the same place and first suspect', {}, { template: 'x', test_classes: ['ShopTest'] }, true],
    ['the same place, another first suspect of the three', {}, { suspects: ['till.ts', 'cart.ts'] }, true],
    ['the same place, nothing searched there', {}, { suspects: [], defect_type: '' }, true],
    ['the same place, no suspect in common', {}, { suspects: ['tax.ts'] }, false],
    ['the same place, another exception', {}, { exception: 'IoError', template: 'x' }, false],
    ['the same place, another kind of defect', {}, { defect_type: 'flaky' }, false],
    ['two places in one class under test', {}, { places: ['Cart|add|cart.ts'] }, false],
    ['a set-up that fails in each test', { places: [] }, { places: [] }, true],
    [
      'a set-up that fails in another class',
      { places: [] },
      { places: [], test_classes: ['ShopTest'] },
      false,
    ],
    ['a set-up with another suspect', { places: [] }, { places: [], suspects: ['tax.ts', 'cart.ts'] }, false],
    ['two assertions with the same words', asserts, asserts, false],
    [
      'nothing in common but the change that explains both',
      { explained_by: 'c cart.ts' },
      { ...stranger, explained_by: 'c cart.ts' },
      true,
    ],
    [
      'the same place, where other changes explain both',
      { explained_by: 'c a.ts' },
      { explained_by: 'c b.ts' },
      false,
    ],
    ['the same place, where a change explains one', {}, { explained_by: 'c cart.ts' }, true],
    ['messages of values alone', { places: [], template: '<n>' }, { places: [], template: '<n>' }, false],
    [
      'nothing to compare',
      { places: [], template: '', exception: '' },
      { places: [], template: '', exception: '' },
      false,
    ],
  ])('%s', (_, mine, theirs, expected) => {
    const artifact = correlateCase(
      packOf(
        block('failure', failure),
        block('other-case', { ...own, ...mine }),
        block('other-case', like(theirs)),
      ),
    );
    fits(artifact);
    expect(artifact.data.is_duplicate).toBe(expected);
    expect((artifact.confidence ?? 0) >= 0.8).toBe(expected);
    if (expected) expect(artifact.data.linked_rca_id).toBe('case-other');
  });

  test('a case links only to those before it, of equals to the first', () => {
    const pack = (...orders: readonly number[]) =>
      packOf(
        block('failure', failure),
        block('other-case', own),
        ...orders.map((order) => block('other-case', like({ order, case_id: `case-${order}` }))),
      );
    expect(correlateCase(pack(6, 7)).data).toMatchObject({ is_duplicate: false });
    expect(correlateCase(pack(4, 2, 3, 6)).data).toMatchObject({
      is_duplicate: true,
      linked_rca_id: 'case-2',
    });
  });

  test('without its own summary a case is compared by what its pack tells', () => {
    const investigated = recordArtifact({
      type: 'investigate',
      data: {
        rca_message: '',
        defect_type: 'product_bug',
        suspects: [{ path: 'cart.ts', score: 1, confidence: 0.5 }],
        commits: [],
        convergence_score: 0.5,
        evidence_refs: [],
      },
    });
    const trace = { exception: 'StateError', frames: [{ kind: 'own', file: 'src/cart.ts' }], text: '' };
    const blocks = [
      block('failure', failure),
      block('investigate', investigated),
      block('other-case', like({})),
    ];
    expect(correlateCase(packOf(...blocks, block('trace', trace))).data.is_duplicate).toBe(true);
    expect(correlateCase(packOf(block('other-case', like({})))).data.is_duplicate).toBe(false);
  });

  test('the related cases are the case itself and earlier ones with something in common', () => {
    const foreign = like({ ...stranger, order: 0 });
    const later = like({ order: 9 });
    expect(relatedCases(own, [later, own, foreign, like({})])).toEqual([like({}), own]);
  });

  test('comparing is symmetric and bounded', () => {
    const word = fc.constantFrom('', 'a', 'b', 'long word');
    const summary = fc.record({
      case_id: word,
      order: fc.nat(3),
      test_classes: fc.array(word, { maxLength: 2 }),
      places: fc.array(word, { maxLength: 2 }),
      template: word,
      exception: word,
      suspects: fc.uniqueArray(word, { maxLength: 3 }),
      defect_type: word,
      failures: fc.integer({ min: 1, max: 9 }),
      hypotheses: fc.constant([]),
      explained_by: word,
    });
    fc.assert(
      fc.property(summary, summary, (one, other) => {
        const { similarity } = compareCases(one, other);
        expect(compareCases(other, one).similarity).toBe(similarity);
        expect(Number.isInteger(similarity) && similarity >= 0 && similarity <= 9_500).toBe(true);
      }),
    );
  });
});

describe('the summary of a case', () => {
  const text = (value: string) => ({ text: value, cut: 0 });
  function recordOf(stack: string): Pick<CaseRecord, 'id' | 'fingerprint' | 'failures' | 'count'> {
    const failed = {
      suite: 's',
      name: 'n',
      className: 'shop.CartTest',
      message: text(''),
      stack: text(stack),
    };
    return {
      id: 'case-1',
      fingerprint: { hash: 'h', exception: 'E', template: 't', places: ['p'] },
      failures: [failed as unknown as CaseRecord['failures'][number]],
      count: 3,
    };
  }

  test.each([
    [
      'production code',
      'E: x\n\tat shop.Cart.total(Cart.java:3)\n\tat shop.CartTest.total(CartTest.java:9)',
      ['p'],
    ],
    ['the test alone', 'E: x\n\tat shop.CartTest.total(CartTest.java:9)', []],
    ['no trace', '', []],
  ])('has the places of %s', (_, stack, places) => {
    expect(caseSummary(recordOf(stack), null, 4)).toEqual({
      case_id: 'case-1',
      order: 4,
      test_classes: ['shop.CartTest'],
      places,
      template: 't',
      exception: 'E',
      suspects: [],
      defect_type: '',
      failures: 3,
      hypotheses: [],
      explained_by: '',
    });
  });

  test('holds changes against it by the suspects that were changed, as far as they have any chance', () => {
    const data = {
      suspects: [
        { path: 'a.ts', confidence: 0.6, change: 'abc' },
        { path: 'b.ts', confidence: 0.3 },
        { path: 'c.ts', confidence: 0.1, change: 'uncommitted' },
        { path: 'd.ts', confidence: 0, change: 'abc' },
      ],
      defect_type: 'product_bug',
    };
    const artifact = { type: 'investigate', data: data as unknown as Artifact['data'] };
    expect(caseSummary(recordOf(''), artifact, 4).hypotheses).toEqual([
      { id: 'abc a.ts', chance: 6_000 },
      { id: 'uncommitted c.ts', chance: 1_000 },
    ]);
  });

  test('names the change that explains it with most others', () => {
    const one = { ...caseSummary(recordOf(''), null, 0), hypotheses: [{ id: 'x', chance: 5_000 }] };
    const both = [{ id: 'y', chance: 6_000 }, ...one.hypotheses];
    const other = { ...one, case_id: 'case-2', hypotheses: both };
    const strange = { ...one, case_id: 'case-3', hypotheses: [] };
    expect(explainCases([one, other, strange]).map(({ explained_by }) => explained_by)).toEqual([
      'x',
      'x',
      '',
    ]);
  });
});
