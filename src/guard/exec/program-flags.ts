/** The flags by which known programs run, load or write something, according to the conventions of each. */

/** Flags of programs or subcommands, which are separated by commas. */
export type ProgramFlags = {
  readonly of: string;
  readonly code?: string;
  readonly files?: string;
  readonly values?: string;
  readonly isWhole?: true;
  readonly isExact?: true;
};

const digests = 'md5sum,sha1sum,sha224sum,sha256sum,sha384sum,sha512sum,b2sum,cksum,shasum';

/** Programs that run a file, or another program, that they are given. */
export const interpreterFlags: readonly ProgramFlags[] = [
  {
    of: 'node,nodejs,bun,deno,tsx,ts-node',
    code:
      '-e -p -r --eval --print --import --require --loader --experimental-loader --test-reporter --test-global-setup --run ' +
      '--env-file --env-file-if-exists --experimental-config-file',
    isExact: true,
  },
  { of: 'python,pypy,ipython', code: '-c -m', values: 'WX' },
  // Modules that run the file or the module they are given.
  { of: 'cprofile,profile,trace,runpy,timeit,code,pdb,kernprof,viztracer,pyinstrument', code: '-m -c -s' },
  { of: 'coverage run', code: '-m --module' },
  { of: 'perl', code: '-e -E -m -M -I -d' },
  { of: 'ruby', code: '-e -r -I --require' },
  { of: 'php', code: '-r -B -R -E -d --run --process-begin --process-code --process-end' },
  { of: 'lua,luajit', code: '-e -l' },
  { of: 'rscript', code: '-e --eval' },
  { of: 'julia', code: '-e -E -L --eval --print --load' },
  { of: 'elixir', code: '-e -r --eval --require --rpc-eval' },
  { of: 'raku', code: '-e -I -M' },
  { of: 'guile', code: '-c -e -l' },
  { of: 'groovy', code: '-e' },
  {
    of: 'java',
    code: '-XX:OnError -XX:OnOutOfMemoryError',
    files:
      '-cp -classpath --class-path -p --module-path --upgrade-module-path --patch-module -Xbootclasspath/a -jar -javaagent ' +
      '-agentlib -agentpath -XX:Flags -XX:VMOptionsFile',
    isWhole: true,
  },
  // These run the program that follows them.
  { of: 'c8,nyc', code: '-r -i --require --node-arg', files: '-c --config --nycrc-path --cwd' },
];

/** All other programs. */
export const otherFlags: readonly ProgramFlags[] = [
  {
    of: 'git',
    code:
      '-c -C --config-env --exec-path --exec --git-dir --work-tree --template --upload-pack --receive-pack --ext-diff ' +
      '--textconv --extcmd --open-files-in-pager --unsafe-paths',
    files: '--output --output-directory',
    // Its subcommands, which follow, have their own letters.
    isWhole: true,
  },
  { of: 'git rebase', code: '-x', values: 'CsXS' },
  { of: 'git clone', code: '-u -c --config', values: 'bjo' },
  { of: 'git grep', code: '-O', values: 'ABCemf' },
  { of: 'hg', code: '-R --config --cwd --repository --ssh --remotecmd' },
  { of: 'svn', code: '--config-dir --config-option --diff-cmd --diff3-cmd --editor-cmd' },
  {
    of: 'find',
    code: '-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls',
    files: '-files0-from',
    isWhole: true,
  },
  { of: 'fd,fdfind', code: '-x -X --exec --exec-batch', values: 'cdeEjSt' },
  { of: 'diff3', code: '--diff-program' },
  { of: 'rg', code: '--pre --hostname-bin' },
  { of: 'tree', files: '-o --output --fromfile --fromtabfile' },
  { of: 'date', files: '-f --file' },
  { of: 'sort', code: '--compress-program', files: '-o --output --files0-from', values: 'kStT' },
  { of: 'sed', files: '-i --in-place', values: 'l' },
  { of: 'wc,du', files: '--files0-from' },
  { of: 'file', files: '-f -m --files-from --magic-file', values: 'eFP' },
  { of: digests, files: '-c --check' },
  {
    of: 'tar',
    code:
      '-I -F --to-command --checkpoint-action --use-compress-program --info-script --new-volume-script --rsh-command ' +
      '--rmt-command',
    files: '-T --files-from',
  },
  { of: 'zip', code: '-TT --unzip-command', isWhole: true },
  { of: 'curl', files: '-K --config' },
  { of: 'wget', code: '-e --execute --use-askpass', files: '-i --config --input-file' },
  {
    of: 'make,gmake',
    code: '-E --eval',
    files: '-f -C -I --file --makefile --directory --include-dir',
    values: 'lWo',
  },
  { of: 'cmake', code: '-E', files: '-P -C -D -S -B --toolchain', isWhole: true },
  { of: 'ctest', code: '--build-and-test', files: '-S -SP --script', isWhole: true },
  { of: 'ninja,samu', files: '-f -C' },
  {
    of: 'npm',
    code: '-c --call --script-shell --node-options --registry',
    files: '-C --prefix --userconfig --globalconfig',
  },
  { of: 'pnpm', code: '-c --shell-mode --script-shell --registry', files: '-C --dir' },
  { of: 'yarn', files: '--cwd' },
  { of: 'cargo', files: '-C --config --manifest-path' },
  {
    of: 'go',
    code: '-exec -toolexec -vettool -compiler -ldflags -gcflags -asmflags -gccgoflags',
    files: '-C -overlay -modfile -pkgdir',
    isWhole: true,
  },
  {
    of: 'mvn,mvnw,mvnd',
    code: '-D --define',
    files: '-f -s -gs -t --file --settings --global-settings',
    isWhole: true,
  },
  {
    of: 'gradle,gradlew',
    code: '-D --system-prop',
    files: '-I -b -c -p --init-script --build-file --settings-file --project-dir',
    isWhole: true,
  },
  {
    of: 'pytest,py.test',
    files: '-p -c -o --rootdir --confcutdir --override-ini --pdbcls',
    values: 'kmnrW',
  },
  {
    of: 'jest',
    files:
      '-c --config --env --filter --globalSetup --globalTeardown --moduleNameMapper --preset --prettierPath --projects ' +
      '--reporters --resolver --rootDir --roots --runner --setupFiles --setupFilesAfterEnv --snapshotSerializers ' +
      '--testEnvironment --testResultsProcessor --testRunner --testSequencer --transform --watchPlugins',
  },
  {
    of: 'vitest',
    code: '--execArgv --poolOptions --typecheck.checker',
    files:
      '-c -r --config --root --dir --reporter --globalSetup --environment --pool --runner --diff --snapshotEnvironment ' +
      '--coverage.customProviderModule',
  },
  {
    of: 'mocha',
    code: '-n --node-option --import --loader --experimental-loader',
    files: '-r -R -u --require --config --package --reporter --ui --file',
  },
  {
    of: 'eslint',
    files: '-c -f --config --parser --plugin --rulesdir --resolve-plugins-relative-to --format',
  },
  {
    of: 'stylelint',
    files: '-c -f --config --config-basedir --custom-formatter --custom-syntax --formatter',
  },
  { of: 'prettier', files: '--config --plugin' },
  { of: 'pylint', code: '--init-hook', files: '--rcfile --load-plugins' },
  {
    of: 'mypy',
    code: '--python-executable --install-types',
    files: '--config-file --custom-typeshed-dir --shadow-file',
  },
  { of: 'pyright', code: '--pythonpath', files: '-p --project --typeshedpath --venvpath -v' },
  { of: 'flake8', files: '--config --append-config' },
  { of: 'black,ruff', files: '--config' },
  { of: 'isort', files: '--settings-path --settings-file --sp' },
  { of: 'bandit', files: '-c --configfile --ini' },
  { of: 'rubocop', files: '-c -f -r --config --format --plugin --require' },
  { of: 'sphinx-build', code: '-D', files: '-c --conf-dir' },
  { of: 'mkdocs', files: '-f --config-file' },
  {
    of: 'tox',
    code: '-x --override --discover --installpkg --force-dep',
    files: '-c --conf --root',
    values: 'ejmf',
  },
  {
    of: 'nox',
    code: '-p -P --python --pythons --extra-python --extra-pythons --force-python --force-pythons',
    files: '-f --noxfile',
    values: 'sekt',
  },
  { of: 'prove', code: '-e -I -M -P --exec --source', files: '-a --archive --formatter --harness --rc' },
  { of: 'bats', code: '-F --formatter --report-formatter' },
  { of: 'shellspec', code: '-s --shell --kcov-path', files: '-c -r --require --helperdir' },
  {
    of: 'busted',
    code: '-e --lua',
    files: '-f -m -o --config-file --cpath --helper --loaders --lpath --output',
  },
  { of: 'gotestsum', code: '--post-run-command --raw-command' },
  {
    of: 'robot',
    code: '-P --listener --parser --prerebotmodifier --prerunmodifier --pythonpath',
    files: '-A -V --argumentfile --variablefile',
  },
  { of: 'rspec,cucumber', files: '-r -I --require --options' },
  {
    of: 'cc,gcc,g++,c++,clang,clang++,cpp,gfortran',
    code:
      '-wrapper -B -fplugin -fpass-plugin -iplugindir -specs -fuse-ld -Xclang -Xlinker -Xassembler -Xpreprocessor ' +
      '--ld-path --gcc-toolchain --prefix -ccc-gcc-name',
    files: '--config --sysroot',
    isWhole: true,
  },
  { of: 'ld', code: '-plugin', isWhole: true },
  {
    of: 'tex,latex,pdftex,pdflatex,xelatex,lualatex,luatex',
    code: '-shell-escape -enable-write18 -cnf-line --lua',
    files: '-fmt',
    isWhole: true,
  },
  {
    of: 'latexmk',
    code: '-e -latex -pdflatex -xelatex -lualatex -usepretex -pretex -shell-escape',
    files: '-r',
    isWhole: true,
  },
  { of: 'rustc', code: '-C -Z --codegen', files: '-L --extern --sysroot' },
  {
    of: 'javac',
    code: '-J -Xplugin -processor',
    files:
      '-cp -classpath --class-path -p --module-path -processorpath --processor-path --processor-module-path',
    isWhole: true,
  },
  { of: 'protoc', code: '--plugin' },
  {
    of: 'bazel,bazelisk',
    code: '--run_under --shell_executable --workspace_status_command',
    files: '--bazelrc',
  },
  { of: 'meson', files: '--cross-file --native-file' },
  { of: 'scons', files: '-C -D -Y -f --directory --file --makefile --repository --sconstruct --site-dir' },
  { of: 'ant', code: '-D', files: '-f -file -buildfile -lib -listener -logger -propertyfile', isWhole: true },
  { of: 'webpack,rollup,vite,parcel', files: '-c -p -r --config --configPlugin --plugin --require' },
  { of: 'babel,swc', files: '--config-file --plugins --presets' },
  { of: 'gulp,grunt', files: '-f -r --base --cwd --gruntfile --gulpfile --require --tasks' },
  { of: 'terraform,tofu', files: '-chdir -plugin-dir -from-module', isWhole: true },
  {
    of: 'ansible-playbook',
    code: '-M -c -e -i --connection --extra-vars --inventory --module-path --vault-password-file',
  },
  { of: 'pre-commit', files: '-c --config' },
  {
    of: 'pip install,pip download,pip wheel',
    code: '-C -e -f -i --config-settings --editable --extra-index-url --find-links --index-url',
    files: '-c -r -t --constraint --prefix --requirement --root --target',
  },
  {
    of: 'rake',
    code: '-e -E -p --execute --execute-print',
    files: '-f -r -I -R --rakefile --require --libdir',
  },
  { of: 'phpunit', files: '-c --configuration --bootstrap --include-path' },
];
