/** The bounds of the graph; past them something is left out, the same way every time. */

/** The documented bounds. */
export const reachLimits = {
  /** How many bytes a manifest may have to be read. */
  manifestBytes: 1024 * 1024,
  /** How many manifests of one kind are read, the first in code point order. */
  manifests: 5_000,
  /** How many settings may extend one another in a row. */
  extendsDepth: 8,
  /** How deep conditions of a package's exports are followed, and how many targets one entry may have. */
  exportsDepth: 8,
  exportTargets: 64,
  /** How many files a source reaches directly. */
  edges: 5_000,
  /** How many files a folder or pattern named by a literal stands for. */
  folderFiles: 500,
  /** How many re-exporting files in a row are looked through for who declares a name. */
  reexportDepth: 4,
} as const;
