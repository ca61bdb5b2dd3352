/** The tools of command-line agents, as mappings: which are places of a policy, which touch nothing, which are shells. */

/** How a host's own tools stand to a policy. */
export type HostTools = {
  /** In the form of a mapping file. */
  readonly mapping: string;
  /** Tools that reach no file, program or network by themselves; the host decides about them alone. */
  readonly harmless: readonly string[];
  /** Tools that run programs, whose words no policy can follow. */
  readonly shells: readonly string[];
};

// A search tells what stands in every file below its place, so nothing of the root may be hidden from it.
const searches = '{ places: [{ argument: path, as: search text, default: . }], whole: true, others: true }';

/** The hosts by name. */
export const hostTools = Object.freeze({
  'claude-code': {
    mapping: `
server: claude-code
tools:
  Read: { places: [{ argument: file_path, as: file read }], others: true }
  Write: { places: [{ argument: file_path, as: file write }], others: true }
  Edit: { places: [{ argument: file_path, as: file edit }], others: true }
  MultiEdit: { places: [{ argument: file_path, as: file edit }], others: true }
  NotebookEdit: { places: [{ argument: notebook_path, as: file edit }], others: true }
  Glob: ${searches}
  Grep: ${searches}
`,
    // What a subagent does comes to the hook by itself.
    harmless: ['Agent', 'Task', 'TodoWrite', 'ExitPlanMode', 'AskUserQuestion'],
    shells: ['Bash', 'PowerShell', 'Monitor'],
  },
  'gemini-cli': {
    mapping: `
server: gemini-cli
tools:
  read_file: { places: [{ argument: file_path, as: file read }], others: true }
  write_file: { places: [{ argument: file_path, as: file write }], others: true }
  replace: { places: [{ argument: file_path, as: file edit }], others: true }
  list_directory: { places: [{ argument: dir_path, as: file list, default: . }], whole: true, others: true }
  glob: { places: [{ argument: dir_path, as: search text, default: . }], whole: true, others: true }
  grep_search: { places: [{ argument: dir_path, as: search text, default: . }], whole: true, others: true }
`,
    harmless: ['write_todos', 'ask_user'],
    shells: ['run_shell_command'],
  },
} satisfies Record<string, HostTools>);

/** The name of a host. */
export type HostName = keyof typeof hostTools;
