/** The mappings that ship, by name, as they would be written in a file. Tools that are not named are not offered. */
export const shippedMappings = Object.freeze({
  filesystem: String.raw`# The reference filesystem server, @modelcontextprotocol/server-filesystem.
server: filesystem
tools:
  read_file: { places: [{ argument: path, as: file read }], passes: [head, tail] }
  read_text_file: { places: [{ argument: path, as: file read }], passes: [head, tail] }
  read_media_file: { places: [{ argument: path, as: file read }] }
  read_multiple_files: { places: [{ argument: paths, as: file read }] }
  write_file: { places: [{ argument: path, as: file write }], passes: [content] }
  edit_file: { places: [{ argument: path, as: file edit }], passes: [edits, dryRun] }
  create_directory: { places: [{ argument: path, as: file write }] }
  # What is moved is gone from where it was.
  move_file:
    places:
      - { argument: source, as: file rename }
      - { argument: source, as: file delete }
      - { argument: destination, as: file write }
  get_file_info: { places: [{ argument: path, as: file list }] }
  # Of listings only the lines are shown that name what is visible; sums at the end would count the rest.
  list_directory:
    places: [{ argument: path, as: file list }]
    lines: '^\[(?:FILE|DIR)\] (?<entry>.+)$'
  list_directory_with_sizes:
    places: [{ argument: path, as: file list }]
    passes: [sortBy]
    lines: '^\[(?:DIR\] (?<entry>.*?\S) *|FILE\] (?<entry>.*?\S) +[\d.]+ [KMGT]?B)$'
  directory_tree:
    places: [{ argument: path, as: dir tree }]
    passes: [excludePatterns]
    tree: true
  search_files:
    places: [{ argument: path, as: file list }]
    passes: [pattern, excludePatterns]
    lines: '^(?<path>/.+)$'
`,
  git: `# The reference git server, mcp-server-git. It tells of all that a repository holds, so nothing of the root may be hidden but
# git's own directory; a commit takes all that is staged, so nothing may be protected. What has no command in policies
# (branches, checkout, reset) is not offered.
server: git
tools:
  git_status: { places: [{ argument: repo_path, as: git status }], whole: true }
  git_diff_unstaged: { places: [{ argument: repo_path, as: git diff }], passes: [context_lines], whole: true }
  git_diff_staged: { places: [{ argument: repo_path, as: git diff }], passes: [context_lines], whole: true }
  git_diff: { places: [{ argument: repo_path, as: git diff }], passes: [context_lines], names: [target], whole: true }
  git_log: { places: [{ argument: repo_path, as: git log }], passes: [max_count], names: [start_timestamp, end_timestamp], whole: true }
  git_show: { places: [{ argument: repo_path, as: git show }], names: [revision], whole: true }
  git_add:
    places:
      - { argument: repo_path, as: git add }
      - { argument: files, as: git add, from: repo_path, file: true }
    whole: true
  git_commit: { places: [{ argument: repo_path, as: git commit }], passes: [message], whole: true, unprotected: true }
`,
});
