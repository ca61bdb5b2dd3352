// A naive model of a workspace, all in memory: what is said of each file, told by going through everything every time.

type Files = ReadonlyMap<string, string>;
type Note = { readonly text: string; readonly content: string; readonly key: string };
type Thing = { readonly notes: readonly Note[] };

/** What the model says of a file. */
export type Told = {
  /** The texts of all notes, oldest first. */
  readonly history: readonly string[];
  /** The note that stands, and whether it is fresh. */
  readonly standing: readonly [string, boolean] | null;
};

/** Predicts what a workspace answers. */
export class NaiveWorkspace {
  files: Files = new Map();
  seen: Files | null = null;
  recorded: Files | null = null;
  #scans = 0;
  /** What had each path last; null where it was renamed away. */
  #things = new Map<string, Thing | null>();
  /** What was renamed away from each path, for as long as no scan saw something else there. */
  #left = new Map<string, { readonly to: string; readonly content: string; readonly thing: Thing }>();
  #invalid = new Set<string>();

  get scans(): number {
    return this.#scans;
  }

  write(path: string, content: string): void {
    this.files = new Map([...this.files, [path, content]]);
  }

  remove(path: string): void {
    this.files = new Map([...this.files].filter(([own]) => own !== path));
  }

  /** Moves a file, or all files below a directory. */
  rename(from: string, to: string): void {
    const moved = (path: string) =>
      path === from ? to : path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path;
    this.files = new Map([...this.files].map(([path, content]) => [moved(path), content]));
  }

  look(): void {
    this.seen = this.files;
  }

  scan(): void {
    this.look();
    this.#record();
  }

  /** Puts a note on a file that was seen; tells whether it is new. */
  put(path: string, text: string): boolean {
    this.#record();
    const content = this.seen?.get(path) ?? '';
    const key = JSON.stringify([path, content, text]);
    const { notes } = this.#things.get(path) ?? { notes: [] };
    const isNew = notes.at(-1)?.key !== key;
    if (isNew) this.#things.set(path, { notes: [...notes, { text, content, key }] });
    this.#invalid.delete(key);
    return isNew;
  }

  /** Declares the standing note of a file that was seen invalid. */
  invalidate(path: string): void {
    this.#record();
    const last = this.#things.get(path)?.notes.at(-1);
    if (last) this.#invalid.add(last.key);
  }

  told(path: string): Told {
    const from = this.#pendingSource(path);
    const { notes } = this.#things.get(from) ?? this.#movedBack(from) ?? { notes: [] };
    const last = notes.at(-1);
    const isFresh =
      last !== undefined && !this.#invalid.has(last.key) && this.seen?.get(path) === last.content;
    return { history: notes.map(({ text }) => text), standing: last ? [last.text, isFresh] : null };
  }

  /** Returns the path that a thing had when a scan was last recorded; what was only looked at goes by its own. */
  #pendingSource(path: string): string {
    if (!this.recorded || !this.seen) return path;
    return naiveRenames(this.recorded, this.seen).find(([, to]) => to === path)?.[0] ?? path;
  }

  /** A thing that stands where it was renamed away from, and not where it was renamed to, was moved back. */
  #movedBack(path: string): Thing | null {
    const left = this.#left.get(path);
    const isBack = left && this.seen?.get(path) === left.content && !this.seen.has(left.to);
    return isBack ? left.thing : null;
  }

  #record(): void {
    const [before, after] = [this.recorded, this.seen ?? this.files];
    this.seen = after;
    if (before && shape(before, '') === shape(after, '')) return;
    this.recorded = after;
    this.#scans++;
    if (!before) return;
    const renames = naiveRenames(before, after);
    const moved = renames.map(([from, to]) => [to, this.#things.get(from) ?? { notes: [] }] as const);
    for (const path of after.keys()) if (!before.has(path)) this.#left.delete(path);
    for (const [from, to] of renames) {
      const thing = this.#things.get(from) ?? { notes: [] };
      this.#left.set(from, { to, content: before.get(from) ?? '', thing });
      this.#things.set(from, null);
    }
    for (const [to, thing] of moved) this.#things.set(to, thing);
  }
}

/** Finds renames as the rules are told: directories that hold more first, then files of the same name, then others. */
function naiveRenames(before: Files, after: Files): (readonly [string, string])[] {
  const places = (files: Files) => new Set([...files.keys()].flatMap((path) => [...above(path), path]));
  const [old, now] = [places(before), places(after)];
  const gone = [...old].filter((path) => !now.has(path)).sort();
  const came = [...now].filter((path) => !old.has(path)).sort();
  const renames: (readonly [string, string])[] = [];
  const isFree = (from: string, to: string) =>
    !renames.some(([left, right]) => left === from || right === to);
  const sizeOf = (path: string) => came.filter((other) => other.startsWith(`${path}/`)).length;
  for (const to of came
    .filter((path) => !after.has(path))
    .sort((one, other) => sizeOf(other) - sizeOf(one))) {
    const isSame = (from: string) => !before.has(from) && shape(before, from) === shape(after, to);
    const from = gone.find((path) => isSame(path) && isFree(path, to));
    if (from === undefined) continue;
    renames.push([from, to]);
    for (const path of came)
      if (path.startsWith(`${to}/`)) renames.push([`${from}${path.slice(to.length)}`, path]);
  }
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  for (const needsName of [true, false])
    for (const to of came) {
      const content = after.get(to);
      if (!content) continue;
      const from = gone.find(
        (path) =>
          before.get(path) === content && isFree(path, to) && (!needsName || nameOf(path) === nameOf(to)),
      );
      if (from !== undefined) renames.push([from, to]);
    }
  // Directories hold no notes here.
  return renames.filter(([, to]) => after.has(to));
}

function above(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Returns all below a directory as one text. */
function shape(files: Files, directory: string): string {
  const lead = directory === '' ? '' : `${directory}/`;
  const below = [...files].filter(([path]) => path.startsWith(lead));
  return JSON.stringify(below.map(([path, content]) => [path.slice(lead.length), content]).sort());
}
