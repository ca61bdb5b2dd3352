// Faults that came with a merge: the commit on the branch is named where it brought the lines, the merge where it made them
// or only both sides together fail.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRedProject, onlyCause, provenBy, type RedProject } from './red-project.ts';
import { cart, idleFile, price, shop, wrongDiscount } from './red-shop.ts';

const isProven = { outcome: 'proven', hunks: ['src/price.js:2-2'] };

/** Commits on a branch and on the main line, and merges the branch; returns the merge. */
function mergeSide(project: RedProject, onSide: () => void, { name = 'side', last = '' } = {}): string {
  project.git('checkout', '--quiet', '-b', name);
  onSide();
  project.git('checkout', '--quiet', '-');
  project.commit(idleFile(`beside-${name}`));
  project.git('merge', '--quiet', '--no-ff', '--no-commit', name);
  if (last !== '') writeFileSync(join(project.path, 'src/price.js'), last);
  return project.commit({}, `merge ${name}`);
}

test('the commit on the merged branch is named', async () => {
  await using project = makeRedProject(shop);
  let commit = '';
  const merge = mergeSide(project, () => {
    project.commit(idleFile('before'));
    commit = project.commit({ 'src/price.js': wrongDiscount });
    project.commit(idleFile('after'));
  });
  project.commit(idleFile('later'));
  const cause = onlyCause(await project.why());
  expect(provenBy(cause)).toEqual({ ...isProven, commit });
  expect(cause.experiments?.notes).toContain(`it came with the merge ${merge.slice(0, 7)}`);
});

test('of several commits on the branch that wrote the lines, the one that turned the test red is named', async () => {
  await using project = makeRedProject(shop);
  let commit = '';
  mergeSide(project, () => {
    project.commit({ 'src/price.js': price.replace('total > 100', 'total >= 101') });
    commit = project.commit({ 'src/price.js': wrongDiscount.replace('total > 100', 'total >= 101') });
    project.commit({ 'src/price.js': wrongDiscount.replace('total > 100', 'total  >= 101') });
  });
  expect(provenBy(onlyCause(await project.why()))).toEqual({ ...isProven, commit });
});

test('the commit on a branch that was merged into the merged branch is named', async () => {
  await using project = makeRedProject(shop);
  let commit = '';
  mergeSide(project, () => {
    project.commit(idleFile('one'));
    mergeSide(
      project,
      () => {
        commit = project.commit({ 'src/price.js': wrongDiscount });
      },
      { name: 'deeper' },
    );
  });
  expect(provenBy(onlyCause(await project.why()))).toEqual({ ...isProven, commit });
});

test('lines that whoever merged wrote are the fault of the merge', async () => {
  await using project = makeRedProject(shop);
  const commit = mergeSide(
    project,
    () => project.commit({ 'src/price.js': price.replace('total > 100', 'total >= 101') }),
    { last: wrongDiscount.replace('total > 100', 'total >= 101') },
  );
  expect(provenBy(onlyCause(await project.why()))).toEqual({ ...isProven, commit });
});

test('where both sides pass and fail together, the merge is named', async () => {
  const apart = 'export function off(total) {\n  return total - 10;\n}\n';
  await using project = makeRedProject({ ...shop, 'src/off.js': apart });
  project.git('checkout', '--quiet', '-b', 'side');
  project.commit({
    'src/cart.js': cart
      .replace('sum - discount(sum)', 'off(sum)')
      .replace("from './price.js';", "from './price.js';\nimport { off } from './off.js';"),
  });
  project.git('checkout', '--quiet', 'main');
  project.commit({ 'src/off.js': apart.replace('10', '20') });
  project.git('merge', '--quiet', '--no-ff', '-m', 'merge side', 'side');
  const commit = project.git('rev-parse', 'HEAD').trim();
  // Taking back what the main line changed turns the test green as well; here its state is known to be good.
  const cause = onlyCause(await project.why({ good: 'HEAD^' }));
  expect(provenBy(cause)).toMatchObject({ outcome: 'proven', commit });
  expect(cause.experiments?.notes.join()).toMatch(/still passed on the branch/);
});

test('a search for the commit alone goes on in the merged branch', async () => {
  await using project = makeRedProject(shop);
  let commit = '';
  mergeSide(project, () => {
    project.commit(idleFile('before'));
    commit = project.commit({ 'src/price.js': wrongDiscount });
    project.commit(idleFile('after'));
  });
  const { document } = await project.why({ bisect: true });
  expect(document.causes).toMatchObject([
    { status: 'narrowed', experiments: { left: { commits: [commit], paths: ['src/price.js'] } } },
  ]);
});
