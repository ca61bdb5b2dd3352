/** Lets the user stop long work with Ctrl-C so that it ends cleanly and can be resumed. */

const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;

/** Stops work at the first interrupt after it was armed. */
export type StopSwitch = {
  /** Aborted by the interrupt. */
  readonly signal: AbortSignal;
  /** Starts listening; before that, an interrupt ends the program as usual. */
  arm(): void;
};

/** Creates a switch; a second interrupt is not caught and ends the program immediately. */
export function createStopSwitch(program: Pick<NodeJS.EventEmitter, 'on' | 'off'> = process): StopSwitch {
  const controller = new AbortController();
  let isArmed = false;
  const stop = (): void => {
    for (const name of INTERRUPTS) program.off(name, stop);
    controller.abort();
  };
  return {
    signal: controller.signal,
    arm() {
      if (isArmed) return;
      isArmed = true;
      for (const name of INTERRUPTS) program.on(name, stop);
    },
  };
}
