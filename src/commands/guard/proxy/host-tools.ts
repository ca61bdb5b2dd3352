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

/** The hosts by name. What a host takes beside these arguments is denied, for it may be a place. */
export const hostTools = Object.freeze({
  // A search tells what stands in every file below its place, so nothing of the root may be hidden from it.
  'claude-code': {
    mapping: `
server: claude-code
tools:
  Read: { places: [{ argument: file_path, as: file read }], passes: [offset, limit, pages] }
  Write: { places: [{ argument: file_path, as: file write }], passes: [content] }
  Edit: { places: [{ argument: file_path, as: file edit }], passes: [old_string, new_string, replace_all] }
  MultiEdit: { places: [{ argument: file_path, as: file edit }], passes: [edits] }
  NotebookEdit:
    places: [{ argument: notebook_path, as: file edit }]
    passes: [cell_id, cell_number, cell_type, edit_mode, new_source]
  Glob: { places: [{ argument: path, as: search text, default: . }], patterns: [pattern], whole: true }
  Grep:
    places: [{ argument: path, as: search text, default: . }]
    passes: [pattern, output_mode, -A, -B, -C, -i, -n, -o, context, head_limit, multiline, offset, type]
    patterns: [glob]
    whole: true
`,
    // What a subagent does comes to the hook by itself.
    harmless: ['Agent', 'Task', 'TodoWrite', 'ExitPlanMode', 'AskUserQuestion'],
    shells: ['Bash', 'PowerShell', 'Monitor'],
  },
  'gemini-cli': {
    mapping: `
server: gemini-cli
tools:
  read_file: { places: [{ argument: file_path, as: file read }], passes: [start_line, end_line, offset, limit] }
  write_file: { places: [{ argument: file_path, as: file write }], passes: [content] }
  replace:
    places: [{ argument: file_path, as: file edit }]
    passes: [old_string, new_string, instruction, expected_replacements, allow_multiple]
  list_directory:
    places: [{ argument: dir_path, as: file list, default: . }]
    passes: [ignore, file_filtering_options]
    whole: true
  glob:
    places: [{ argument: dir_path, as: search text, default: . }]
    passes: [case_sensitive, respect_git_ignore, respect_gemini_ignore]
    patterns: [pattern]
    whole: true
  grep_search:
    places: [{ argument: dir_path, as: search text, default: . }]
    passes: [pattern, names_only, max_matches_per_file, total_max_matches]
    patterns: [include, include_pattern, exclude_pattern]
    whole: true
`,
    harmless: ['write_todos', 'ask_user'],
    shells: ['run_shell_command'],
  },
} satisfies Record<string, HostTools>);

/** The name of a host. */
export type HostName = keyof typeof hostTools;
