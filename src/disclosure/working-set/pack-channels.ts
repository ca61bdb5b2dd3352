/** Where the items of a working set stand in a pack: facts in truth, what is remembered in memory, state in the scene. */

/** The items of a working set by slice. */
export type Slices<Item> = {
  readonly facts: readonly Item[];
  readonly state: readonly Item[];
  readonly compactions: readonly Item[];
};

/** The items of a pack by channel, in the order in which an agent reads them. */
export type PackChannels<Item> = {
  readonly truth: readonly Item[];
  readonly memory: readonly Item[];
  readonly scene: readonly Item[];
};

/** Routes the items of slices into channels; within each they keep their order. */
export function packChannels<Item>(
  { facts, state, compactions }: Slices<Item>,
  isRecalled: (item: Item) => boolean,
): PackChannels<Item> {
  return {
    truth: facts.filter((item) => !isRecalled(item)),
    memory: [...facts.filter(isRecalled), ...compactions],
    scene: state,
  };
}
