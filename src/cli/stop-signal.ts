/** Lets a person stop long work with Ctrl-C so that it ends in order and can be taken up again. */

/** Returns a signal that the first interrupt sets off; the second one ends the program at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
