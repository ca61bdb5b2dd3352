/** The home of a session: the root that relative paths of `dir` are joined to. */

/** The mutable home of a session. */
export type Home = {
  /** The key of the home's root. */
  key(): string;
  move(key: string): void;
};

/**
 * Creates the home of a session. Until it moves, it is the first root that existed when it was first needed.
 */
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

/** Joins a relative path to the home. Addresses with a namespace and host paths are left unchanged. */
export function joinHome(address: string, home: Pick<Home, 'key'>): string {
  if (address === '') return `root:${home.key()}`;
  const slash = address.indexOf('/');
  const first = slash < 0 ? address : address.slice(0, slash);
  const isRelative = first !== '' && !first.includes(':') && !first.includes('\\');
  return isRelative ? `root:${home.key()}/${address}` : address;
}
