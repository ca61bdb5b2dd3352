/** Whether a source marks functions or classes as tests, by what it contains. */
import type { SourceToken } from './lex-source.ts';

/** Tells whether tokens hold an annotated test method, or a class that is a test case. */
export function hasTestMarks(tokens: readonly SourceToken[]): boolean {
  return tokens.some(({ text }, index) => {
    const next = tokens[index + 1]?.text;
    if (text === '@') return next === 'Test' || next === 'ParameterizedTest';
    return text === 'extends' && next === 'TestCase';
  });
}
