/** Takes note of a promise where an answer was asked for: it counts as none, and its failure must not end the process. */
export function silence(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(() => undefined);
}
