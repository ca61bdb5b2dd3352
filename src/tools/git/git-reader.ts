/** What the tools ask of git about one workspace. The git adapter implements it, hardened; none of it takes words. */

/** The commit at hand, and whether all that came before it is there. */
export type GitRevision = { readonly commit: string; readonly depth: 'full' | 'shallow' };

/** Git, as far as the tools need to read it; paths are relative to the workspace. */
export interface GitReader {
  /** Returns the commit at hand; null without a repository or a commit. */
  revision(): GitRevision | null;
  /** Returns what `parseGitLog` reads, from a commit back, of what touches the workspace; null where git cannot tell. */
  log(commit: string): Uint8Array | null;
  /** Returns what differs from the commit or is new and not ignored, sorted; null where git cannot tell. */
  changedPaths(): readonly string[] | null;
}
