// Hostile input: no address with a forbidden part ever resolves, no text breaks the world or the loader, and a long
// life leaves nothing behind.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lintPolicy, loadPolicy } from '../../src/guard/index.ts';
import { PenumbraError } from '../../src/kernel/index.ts';
import { heapGrowth } from './heap-growth.ts';
import { modWorld } from './mod-world.ts';
import { policyTexts } from './shipped-policies.ts';

const prefix = fc.constantFrom('root:repo/', 'root:steam/', 'mod:One/', 'ROOT_REPO:/', 'root:', 'mod:', '');
const awkward = fc.constantFrom(
  '..',
  '.',
  '',
  '/',
  '//',
  '\\',
  '\0',
  '\n',
  '\u007f',
  '\u0085',
  '%2e%2e',
  ' ',
  ':',
  'root:repo',
  'a',
  '😀',
  '\ud800',
  '..\u200b',
  'a'.repeat(256),
);
const segments = fc.array(fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 });
const address = fc.oneof(
  fc.tuple(prefix, segments).map(([start, parts]) => start + parts.join('/')),
  fc.tuple(prefix, segments).map(([start, parts]) => start + parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

describe('an address', () => {
  const world = modWorld();

  test('with a forbidden part never resolves', () => {
    const forbidden = fc.constantFrom(
      '..',
      '.',
      'a\\b',
      '\\',
      'a\0',
      '\u001f',
      'a\u009fb',
      '',
      '\udfff',
      'é'.repeat(128),
    );
    const clean = fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 4 });
    fc.assert(
      fc.property(
        fc.constantFrom('root:repo/', 'mod:One/', 'ROOT_REPO:/'),
        clean,
        forbidden,
        clean,
        (start, before, bad, after) => {
          // Without anything before and behind, the empty segment is the root itself.
          const text = `${start}${[...before, bad, ...(bad === '' ? ['x'] : []), ...after].join('/')}`;
          const [reply, ref] = world.resolve(text);
          expect([reply.type, ref]).toEqual(['I', null]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('of any text is answered, and what resolves is written in the one spelling', () => {
    fc.assert(
      fc.property(address, (text) => {
        const [reply, ref] = world.resolve(text);
        expect(reply.meta.layer).toBe('WA');
        expect(['S', 'I']).toContain(reply.type);
        expect(ref !== null).toBe(reply.type === 'S');
        if (ref === null) return;
        const resolved = `${ref}`;
        expect(resolved).toMatch(/^(root|mod):[^/\\]+(\/[^/\\]+)*$/);
        const path = resolved.slice(resolved.indexOf(':') + 1);
        expect(path.split('/').filter((part) => part === '.' || part === '..')).toEqual([]);
        expect(`${world.resolve(resolved)[1]}`).toBe(resolved);
      }),
      { numRuns: 5_000 },
    );
  });

  test('that is no text is answered', () => {
    for (const value of [null, undefined, 7, {}, [], Symbol.iterator])
      expect(world.resolve(value as never)[0].code).toBe('WA-RES-I-001');
  });
});

describe('the text of a policy', () => {
  const text = fc.constantFrom(...Object.values(policyTexts));
  const scrap = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      '\n',
      '  ',
      ': ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      '*a',
      '&a',
      '!t',
      '|',
      '#',
      '"',
      '? ',
      '---\n',
      '\t',
      'null',
      '__proto__',
      '<<: ',
    ),
  );
  const edit = fc.record({ at: fc.nat(), remove: fc.integer({ min: 0, max: 30 }), insert: scrap });
  const damaged = fc.tuple(text, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([start, edits]) =>
    edits.reduce((result, { at, remove, insert }) => {
      const place = at % (result.length + 1);
      return result.slice(0, place) + insert + result.slice(place + remove);
    }, start),
  );
  const anything = fc.oneof(damaged, fc.string({ unit: 'binary', maxLength: 60 }), fc.json());

  test('is loaded, or refused with a line and a column that lint gives, too', () => {
    fc.assert(
      fc.property(anything, (source) => {
        const findings = lintPolicy(source);
        for (const { line, column, message, remedy } of findings) {
          expect(Math.min(line, column)).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(source.split(/\r\n?|\n/).length);
          expect(`${message}${remedy}`).not.toMatch(/\n/);
        }
        try {
          loadPolicy(source);
          expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
        } catch (error) {
          if (!(error instanceof PenumbraError)) throw error;
          const { line, column } = findings[0] ?? {};
          expect(error.code).toBe('invalid-configuration');
          expect(error.data).toMatchObject({ line, column });
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

test('a hundred thousand resolves leave nothing behind', () => {
  expect(heapGrowth(100_000, modWorld())).toBeLessThan(8 * 1024 * 1024);
});
