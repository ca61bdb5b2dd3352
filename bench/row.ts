// A row of the benchmark table: a piece of work, what it is compared with, and the ratio it may cost.

/** One side of a row at one size. */
export type Contestant = {
  /**
   * Does the work so many times and returns the CPU it took, in microseconds; preparations are not counted. Where the
   * row measures memory, it returns the sum of bytes instead.
   */
  run(times: number): Promise<number>;
  close?(): Promise<void> | void;
};

/** One comparison, as data and two functions. */
export type Row = {
  readonly name: string;
  readonly work: string;
  readonly comparedWith: string;
  /** What is measured; CPU time where it is missing. */
  readonly meter?: 'cpu' | 'memory';
  /** The highest median ratio of subject to peer that is accepted at the middle size. */
  readonly budget: number;
  /** The ratio that is aimed at. */
  readonly goal?: number;
  /** What the sizes count. */
  readonly sizeUnit: string;
  readonly sizes: readonly [small: number, middle: number, large: number];
  /** How often a round repeats the work at least; otherwise as often as the CPU of a round asks for. */
  readonly leastTimes?: number;
  /** How often a round repeats the work at most, where one side takes so much longer that it cannot. */
  readonly mostTimes?: number;
  /** How many rounds are measured, where one takes long. */
  readonly rounds?: number;
  /** What a reader must know to read the figures rightly. */
  readonly note?: string;
  subject(size: number): Promise<Contestant> | Contestant;
  peer(size: number): Promise<Contestant> | Contestant;
};
