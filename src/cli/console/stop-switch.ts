/** Lets a person stop long work with Ctrl-C so that it ends in order and can be taken up again. */

const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;

/** Stops work at the first interrupt after it was armed. */
export type StopSwitch = {
  /** Is set off by the interrupt. */
  readonly signal: AbortSignal;
  /** Starts to listen; until then an interrupt ends the program as usual. */
  arm(): void;
};

/** Creates a switch; nothing catches an interrupt after the first, so a second one ends the program at once. */
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
