// Real output of runners and compilers: which frames are read, their files, and the origin. A star marks the
// frames of origin; `vitest -u` rewrites the readings.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sideOfPath } from '../paths/file-side.ts';
import { createFrameMapper } from './map-frames-to-files.ts';
import { originFrames } from './origin-frames.ts';
import { parseStack } from './parse-stack.ts';
import type { StackFrame, ThrownException } from './stack-trace.ts';

const repository = `
  cart/cart.go cart/cart_test.go cart/close.go testutil/assert.go
  shop/cart.py shop/testing/asserts.py tests/test_cart.py
  src/cart.ts src/money.ts src/cart.test.ts src/test-support.ts test/cart.js
  src/main/java/com/example/Cart.java src/main/java/com/example/Store.java src/main/java/com/example/Preconditions.java
  src/main/java/com/example/CartAssertions.java src/test/java/com/example/CartTest.java src/main/kotlin/Price.kt
  src/cart.rs src/Microsoft.Shop/Cart.cs test/Shop.Tests/CartTests.cs
  lib/cart.rb spec/cart_spec.rb gems/billing/lib/billing.rb src/Cart.php tests/CartTest.php src/x.c
  Tests/CartTests.swift
`
  .trim()
  .split(/\s+/);
const mapFrame = createFrameMapper(repository);
const placeOf = (frame: StackFrame) => {
  const path = mapFrame(frame)?.path;
  return path === undefined ? undefined : { path, side: sideOfPath(path) };
};

/** A trace as lines: the exception, then each frame with its kind and its file in the repository. */
function reading(text: string): string {
  const trace = parseStack(text);
  const origins = new Set(originFrames(trace, placeOf));
  const frameLine = (frame: StackFrame) => {
    const { kind, module, function: name, file, line, column } = frame;
    const called = [module, name].filter((part) => part !== undefined).join(' # ') || '-';
    const place = [file ?? '-', line, column].filter((part) => part !== undefined).join(':');
    const found = mapFrame(frame);
    const path = found === undefined ? '' : ` -> ${found.path}${found.isCompiled ? ' (compiled)' : ''}`;
    return `${origins.has(frame) ? '*' : ' '} ${kind} ${called} ${place}${path}`;
  };
  const thrownLines = ({ exception, message, frames }: ThrownException) => [
    `${exception ?? '-'}: ${JSON.stringify(message ?? '')}`,
    ...frames.map(frameLine),
  ];
  const causes = trace.causes.flatMap((cause) => [`-- ${cause.relation}`, ...thrownLines(cause)]);
  return [trace.language, ...thrownLines(trace), ...causes].join('\n');
}

const folder = join(import.meta.dirname, '../../../test/fixtures/traces');
const languages = readdirSync(folder).flatMap((name) => /^(\w+)\.txt$/.exec(name)?.[1] ?? []);

test.each(languages)('reads what runners of %s print', async (language) => {
  const blocks = readFileSync(join(folder, `${language}.txt`), 'utf8')
    .split(/^#### /m)
    .slice(1);
  const readings = blocks.map((block) => {
    const end = block.indexOf('\n');
    return `#### ${block.slice(0, end)}\n${reading(block.slice(end + 1))}\n`;
  });
  await expect(readings.join('')).toMatchFileSnapshot(join(folder, `${language}.read.txt`));
});

describe('the origin', () => {
  const frame = (name: string, file: string): StackFrame => ({ raw: '', kind: 'own', function: name, file });
  const trace = (exception: string, ...frames: StackFrame[]) => ({
    language: 'go' as const,
    exception,
    frames,
    causes: [],
  });
  const whole = (one: StackFrame) => ({ path: one.file ?? '', side: sideOfPath(one.file ?? '') });

  test.each<[string, string, StackFrame[], string[]]>([
    [
      'is not a helper that checks, whatever was raised',
      'TypeError',
      [frame('expectTotal', 'src/test-support.ts'), frame('total', 'src/cart.ts')],
      ['src/cart.ts'],
    ],
    [
      'is a helper that broke while it did something else',
      'TypeError',
      [frame('startServer', 'src/test-support.ts')],
      ['src/test-support.ts'],
    ],
    [
      'is no support file where an assertion failed',
      'AssertionError',
      [frame('equalCarts', 'pkg/testutil/carts.go'), frame('Run', 'pkg/cart.go')],
      ['pkg/cart.go'],
    ],
    [
      'is a check of production code in a file of its own business',
      'Error',
      [frame('Cart.checkTotal', 'src/cart.ts')],
      ['src/cart.ts'],
    ],
    ['is never the test', 'Error', [frame('total', 'src/cart.test.ts')], []],
  ])('%s', (_, exception, frames, expected) => {
    expect(originFrames(trace(exception, ...frames), whole).map(({ file }) => file)).toEqual(expected);
  });

  test('lies further out where the cause has only frames of libraries', () => {
    const library: StackFrame = { raw: '', kind: 'library', file: 'node:net' };
    const causes = [{ relation: 'cause' as const, frames: [library] }];
    const outer = { ...trace('Error', frame('open', 'src/cart.ts')), causes };
    const found = originFrames(outer, (one) => (one.kind === 'own' ? whole(one) : undefined));
    expect(found.map(({ file }) => file)).toEqual(['src/cart.ts']);
  });
});
