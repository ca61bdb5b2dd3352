/** The home of a session: the root that relative paths of `dir` are joined to. */

/** Keeps a home. */
export type Home = {
  /** The key of the home's root. */
  key(): string;
  move(key: string): void;
};

/** Makes the home of a session; until it moves, it is in the root that there was when it was first asked for. */
export function createHome(first: () => string | null): Home {
  let current: string | null = null;
  return {
    key: () => {
      current ??= first();
      return current ?? '';
    },
    move: (key) => {
      current = key;
    },
  };
}

/** Joins a relative path to a home; whatever has a namespace, or is a path of the host, stays as it is. */
export function joinHome(address: string, home: Pick<Home, 'key'>): string {
  if (address === '') return `root:${home.key()}`;
  const slash = address.indexOf('/');
  const first = slash < 0 ? address : address.slice(0, slash);
  const isRelative = first !== '' && !first.includes(':') && !first.includes('\\');
  return isRelative ? `root:${home.key()}/${address}` : address;
}
