/** What doctor tells about one thing it looked at. */

/** One thing that was looked at; `missing` is what commands will fail without. */
export type Finding = {
  readonly name: string;
  readonly state: 'ok' | 'note' | 'missing';
  readonly detail: string;
  readonly remedy?: string;
};
