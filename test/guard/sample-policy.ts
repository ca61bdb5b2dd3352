// A small policy without faults, for tests to change.

/** The policy's text. */
export const samplePolicy = `policy: sample
modes: [work]
roots:
  yard: { legacy: ROOT_YARD, protected: [lock] }
  shed: {}
tools:
  file: [read, write]
  exec: [run]
sets:
  file_read: { area: READ, commands: { file: read } }
  file_write: { area: WRITE, commands: { file: write } }
  exec: { area: EXEC, commands: { exec: run } }
visibility:
  work:
    yard: always
    yard/den: [has_contract]
operations:
  work:
    yard:
      - allow: READ
      - { allow: file_write, when: [has_contract] }
`;

/** Returns the sample with one text replaced. */
export function changeSample(from: string, to: string): string {
  if (!samplePolicy.includes(from)) throw new Error(`the sample has no ${from}`);
  return samplePolicy.replace(from, to);
}
