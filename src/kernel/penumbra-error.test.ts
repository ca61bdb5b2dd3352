// The one class of faults.
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type FaultCode, faultCodes, PenumbraError } from './penumbra-error.ts';

describe('a fault', () => {
  test('carries its code, message, data, hint and cause', () => {
    const cause = new Error('inner');
    const fault = new PenumbraError('store-busy', 'it is held', { data: { pid: 1 }, hint: 'wait', cause });
    expect(fault).toMatchObject({ name: 'PenumbraError', code: 'store-busy', message: 'it is held' });
    expect(fault).toMatchObject({ data: { pid: 1 }, hint: 'wait', cause });
    expect(fault).toBeInstanceOf(Error);
  });

  test('has no hint, no data and no cause unless they are given', () => {
    const fault = new PenumbraError('usage', 'no');
    expect(fault.hint).toBeUndefined();
    expect(fault.data).toEqual({});
    expect('cause' in fault).toBe(false);
  });

  test('does not share its data with the caller', () => {
    const data = { a: 1 };
    const fault = new PenumbraError('usage', 'no', { data });
    data.a = 2;
    expect(fault.data).toEqual({ a: 1 });
    expect(Object.isFrozen(fault.data)).toBe(true);
  });

  test.each(Object.entries(faultCodes))('of code %s ends a process as the table says', (code, { exit }) => {
    expect(new PenumbraError(code as FaultCode, 'no').exitCode).toBe(exit);
  });

  test('has a registered code, or does not compile', () => {
    expectTypeOf<'no-such-code'>().not.toExtend<ConstructorParameters<typeof PenumbraError>[0]>();
  });
});
