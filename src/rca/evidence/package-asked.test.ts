// A package that is not installed: at fault is the change that began to require it, or the machine if a
// manifest lists it.
import { expect, test } from 'vitest';
import { changedFile, changesOf, commits, hunk, viewOf } from '../../../test/support/sample-view.ts';
import { weightsOf } from '../ranking/fitted-evidence.ts';
import { rankCandidates } from '../ranking/rank-candidates.ts';
import type { EvidenceFailure } from './code-index.ts';
import { type CaseEvidence, gatherEvidence } from './gather-evidence.ts';

const bounded = (text: string) => ({ text, cutBytes: 0 });
const asks = 'import ratelib';

/** A runner reports a file that does not load as a test named after its module. */
const failing: EvidenceFailure = {
  suite: 'pytest',
  suitePath: ['pytest'],
  name: 'tests.test_cart',
  className: '',
  message: bounded("ModuleNotFoundError: No module named 'ratelib'"),
  stack: bounded(
    "tests/test_cart.py:1: in <module>\n    import ratelib\nE   ModuleNotFoundError: No module named 'ratelib'",
  ),
};
const files = {
  'shop/cart.py': 'def total(): return 1\n',
  // A suite title that `tests.test_cart` begins with, compared by words.
  'tests/test_cart.py': `${asks}\nfrom shop.cart import total\nassert_all("tests", "!=")\ndef test_total():\n    total()\n`,
};

async function gather(asking: string, more: Record<string, string> = {}): Promise<CaseEvidence> {
  const edit = changedFile(asking, { hunks: [hunk(1, [], [asks])] });
  const changes = await changesOf(commits([edit]));
  return gatherEvidence([failing], viewOf({ ...files, ...more }, { changes }));
}

test('a test file that began to ask for it is at fault, though nothing else changed', async () => {
  const evidence = await gather('tests/test_cart.py');
  expect(evidence.absent).toBeUndefined();
  expect(evidence.testStatus.state).toBe('rewritten');
  expect(evidence.world).toEqual({ world: 'change', reason: 'the test itself began to ask for `ratelib`' });
  const { ranked } = rankCandidates(evidence.candidates, weightsOf('change'));
  expect(ranked[0]?.path).toBe('tests/test_cart.py');
});

test.each(['tests/test_cart.py', 'shop/cart.py'])(
  'what a manifest lists is lacking here, though %s began to ask',
  async (asking) => {
    const { absent } = await gather(asking, { 'requirements.txt': 'ratelib==1.0\n' });
    expect(absent).toEqual({ kind: 'package', name: 'ratelib', said_at: 'requirements.txt:1' });
  },
);
