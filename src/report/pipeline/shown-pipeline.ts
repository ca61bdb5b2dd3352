/** What commands on a pipeline print, as data: its faults, and all it says once names and defaults are filled in. */

/** A value that a definition sets. */
type ShownValue = string | number | boolean;

/** A fault of a pipeline with the line it stands in. */
export type ShownPipelineFinding = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly message: string;
  readonly remedy: string;
  readonly source: string;
};

/** A file that was checked; its counts are null where it cannot be loaded. */
export type LintedPipeline = {
  readonly file: string;
  readonly nodes: number | null;
  readonly edges: number | null;
  readonly zones: number | null;
};

/** What `pipeline lint` prints. */
export type PipelineLintDocument = {
  readonly ok: boolean;
  readonly files: readonly LintedPipeline[];
  readonly findings: readonly ShownPipelineFinding[];
};

/** A node as it is shown. */
type ShownPipelineNode = {
  readonly name: string;
  readonly element: string | null;
  readonly artifact: string | null;
  readonly masks: readonly string[];
  readonly role: string | null;
  readonly pipeline: string | null;
};

/** An edge as it is shown. */
export type ShownPipelineEdge = {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly shortcut: boolean;
  readonly loop: boolean;
  readonly advisory: boolean;
  readonly condition: string | null;
  readonly when: string | null;
  readonly max: number | string | null;
  readonly targets: readonly string[];
  readonly target: string | null;
  readonly set: { readonly [name: string]: ShownValue };
};

/** What `pipeline show` prints. */
export type PipelineDocument = {
  readonly source: string;
  readonly pipeline: string;
  readonly description: string | null;
  readonly hash: string;
  readonly start: string;
  readonly done: string;
  readonly vars: { readonly [name: string]: ShownValue };
  readonly zones: readonly {
    readonly name: string;
    readonly nodes: readonly string[];
    readonly element: string | null;
    readonly stickiness: number;
  }[];
  readonly nodes: readonly ShownPipelineNode[];
  readonly edges: readonly ShownPipelineEdge[];
  readonly terminals: readonly string[];
  /** The edges that have a label and no expression yet. */
  readonly unbound: readonly string[];
  /** The hashes of the definitions that nodes walk, by name. */
  readonly nested: { readonly [name: string]: string };
};

/** What `pipeline graph` prints: the picture, or the file it was written to. */
export type PipelineGraphDocument = {
  readonly pipeline: string;
  readonly format: 'mermaid' | 'svg';
} & ({ readonly picture: string } | { readonly file: string });
