/**
 * What is known about programs by name: those that run whatever they are given, those that run code or
 * settings from their working directory, and those that only read their input. The lists can never be
 * complete, so an unlisted program does not count as harmless: lint reports that nothing is known about it.
 */

/** The kind of a program: `refused` in every rule, `loads-code` from where it runs, `plain`, or unknown. */
export type KnownProgram =
  | { readonly kind: 'refused' | 'loads-code'; readonly because: string }
  | { readonly kind: 'plain' | 'unknown' };

/** Programs of one kind, and what they do. */
type Family = { readonly because: string; readonly names: string };

/** These run what the caller names, so a rule for one of them would allow anything. */
const refused: readonly Family[] = [
  {
    because: 'runs whatever it is given: it is a shell',
    names:
      'sh bash zsh dash ash ksh mksh csh tcsh fish rbash rksh rzsh elvish nu xonsh busybox toybox cmd command ' +
      'powershell pwsh wsl eval exec builtin source',
  },
  {
    because: 'runs whatever it is given: it is a wrapper around another command line',
    names:
      'env xargs sudo su doas pkexec runuser setpriv sg newgrp nohup nice ionice chrt taskset numactl uclampset choom ' +
      'prlimit timeout setsid stdbuf unbuffer time watch parallel script ' +
      'scriptreplay chroot unshare nsenter flock capsh start-stop-daemon daemonize daemon cgexec systemd-run at batch ' +
      'crontab run-parts entr watchexec nodemon reflex direnv dotenv hyperfine tmux screen expect socat nc ncat netcat ' +
      'fakeroot fakechroot proot faketime eatmydata torsocks proxychains dbus-run-session dbus-launch xvfb-run startx ' +
      'ssh-agent xdg-open open start cygstart rlwrap chronic ifne pee setuidgid softlimit runcon',
  },
  {
    because: 'runs whatever it is given: it is a name of `setarch`',
    names:
      'setarch uname26 linux32 linux64 i386 i486 i586 i686 x86_64 amd64 athlon aarch64 arm armv7l armv8l alpha ia64 ' +
      'loongarch64 mips mips32 mips64 parisc parisc32 parisc64 ppc ppc32 ppc64 ppc64le ppcle riscv32 riscv64 s390 s390x ' +
      'sparc sparc32 sparc32bash sparc64',
  },
  {
    because: 'runs whatever it is given, to trace or debug it',
    names:
      'strace ltrace dtrace dtruss truss bpftrace uftrace gdb gdbserver cgdb lldb rr valgrind heaptrack perf sysprof ' +
      'pdb ipdb jdb dlv radare2 r2 wine qemu qemu-x86_64 qemu-aarch64 ld.so ld-linux ld-linux-x86-64',
  },
  {
    because: 'runs whatever it is given, in a container or a sandbox of its own',
    names:
      'bwrap firejail nsjail docker docker-compose podman nerdctl buildah ctr crictl runc crun lxc lxc-attach lxd incus ' +
      'kubectl oc helm vagrant multipass machinectl systemd-nspawn flatpak snap apptainer singularity distrobox toolbox',
  },
  {
    because: 'runs commands on another machine, or by the command line that connects to it',
    names: 'ssh scp sftp rsync mosh rsh rlogin rexec telnet sshpass autossh pssh ansible salt salt-ssh fab',
  },
  {
    because: 'is an editor, and runs commands from its own command line and from files that it opens',
    names:
      'vi vim nvim gvim vimdiff view rview rvim ex ed red emacs emacsclient nano pico micro kak hx helix joe jed mcedit ' +
      'mg ne editor sensible-editor code subl',
  },
  {
    because: 'is a pager or a viewer, and runs commands from its prompt and for the files that it opens',
    names:
      'less more most lv pg pager sensible-pager sensible-browser man info pinfo w3m lynx links elinks lesspipe mc ranger',
  },
  {
    because: 'runs commands that stand in the text it is given',
    names:
      'awk gawk mawk nawk original-awk m4 dc gnuplot sqlite3 psql mysql mariadb mongo mongosh redis-cli octave tclsh wish ' +
      'osascript wscript cscript mshta rundll32 fzf',
  },
  {
    because: 'fetches and runs packages that the caller names',
    names:
      'npx pnpx bunx uvx pipx apt apt-get aptitude dpkg dnf yum microdnf rpm rpm-ostree pacman yay apk zypper brew port ' +
      'nix nix-shell nix-build guix conda mamba micromamba choco winget scoop easy_install',
  },
];

/** What these run is in their working directory, or next to the file they are given. */
const loading: readonly Family[] = [
  {
    because: 'runs the steps that the build files of its directory hold',
    names:
      'make gmake bmake nmake ninja samu cmake ctest cpack meson scons bazel bazelisk buck buck2 pants please gradle ' +
      'gradlew mvn mvnw mvnd ant sbt lein mill rake just task invoke doit redo tup waf premake xmake autoconf automake ' +
      'autoreconf autogen aclocal libtool libtoolize cargo go dotnet msbuild nuget swift xcodebuild mix rebar3 stack ' +
      'cabal dune opam zig nimble dub shards npm yarn yarnpkg pnpm bun deno corepack lerna nx turbo rush gulp grunt ' +
      'webpack rollup vite esbuild parcel babel postcss tailwindcss ng vue next nuxt astro tsc tsx ts-node swc pip uv ' +
      'poetry pdm hatch flit rye bundle bundler gem composer terraform tofu terragrunt pulumi packer ansible-playbook ' +
      'debuild dpkg-buildpackage rpmbuild makepkg protoc buf',
  },
  {
    because: 'runs the tests, and with them the settings and plug-ins, of its directory',
    names:
      'pytest py.test tox nox nosetests nose2 unittest green behave robot trial stestr coverage locust jest vitest mocha ' +
      'ava jasmine karma cypress playwright tap c8 nyc wtr rspec minitest cucumber phpunit pest behat busted prove ' +
      'ginkgo gotestsum bats shellspec',
  },
  {
    because: 'loads settings and plug-ins from its directory, and these are code',
    names:
      'eslint prettier stylelint standard xo pylint mypy pyright flake8 ruff black isort bandit rubocop pre-commit ' +
      'lefthook husky lint-staged commitlint semantic-release sphinx-build mkdocs jupyter nbconvert jekyll hugo eleventy',
  },
  {
    because: 'runs programs that the settings, attributes and hooks of a repository name',
    names: 'git hg svn bzr brz fossil jj cvs darcs pijul tig gh glab',
  },
  {
    because: 'loads modules from its directory and from beside the file that it runs',
    names:
      'node nodejs python pypy perl ruby php lua luajit java javac jshell jar rscript r julia ghc ghci runghc runhaskell ' +
      'erl escript elixir elixirc iex scala kotlin kotlinc groovy clojure clj raku guile racket sbcl clisp swipl ocaml ' +
      'crystal dart flutter nim rustc irb ipython bpython',
  },
  {
    because: 'reads whatever the sources in its directory include, and runs what they or its settings name',
    names:
      'cc gcc g++ c++ clang clang++ cpp as ld gfortran tcc tex latex pdflatex xelatex lualatex latexmk context',
  },
];

/** These read what they are given and write to their output. */
const plain =
  'basename cat cksum cmp comm cut date diff diff3 dirname du echo egrep expand expr factor false fd fdfind fgrep file find ' +
  'fmt fold grep head hexdump id join ls md5sum nl nproc numfmt od paste pathchk printf pwd readlink realpath rev rg ' +
  'sed seq sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum sleep sort stat strings sum tac tail test tr tree ' +
  'true tsort uname unexpand wc whoami';

/** Without a path argument, these read the working directory. */
const looking = new Set(
  'ack ag dir du egrep fd fdfind fgrep find grep ls rg rgrep tree ugrep vdir'.split(' '),
);

const programs: ReadonlyMap<string, KnownProgram> = new Map([
  ...entriesOf(plain, { kind: 'plain' }),
  ...loading.flatMap(({ names, because }) => entriesOf(names, { kind: 'loads-code', because })),
  ...refused.flatMap(({ names, because }) => entriesOf(names, { kind: 'refused', because })),
]);

const UNKNOWN: KnownProgram = { kind: 'unknown' };

/** Returns what is known about a program, also if its name has a version or a suffix. */
export function knownProgram(program: string): KnownProgram {
  const [own, ...others] = namesOf(program).map((name) => programs.get(name) ?? UNKNOWN);
  // Plain programs have no versions in their names, so `uname26` is not `uname`.
  return (
    [own, ...others.filter(({ kind }) => kind !== 'plain')].find((one) => one?.kind !== 'unknown') ?? UNKNOWN
  );
}

/** Returns whether a program reads its working directory if it is given no path. */
export function looksAround(program: string): boolean {
  return namesOf(program).some((name) => looking.has(name));
}

/** GNU tools have a `g` prefix on systems where other tools have the plain name. */
const GNU_PREFIX =
  /^g(?=(?:sed|find|xargs|env|timeout|nice|nohup|stdbuf|chroot|tar|sort|time|wc|du|ls|dir|vdir|grep)$)/;

/**
 * Returns the names a program may be known by, the most specific first: `vim.basic` is `vim`, `python3.12` is
 * `python`.
 */
export function namesOf(program: string): readonly string[] {
  const name = program
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com)$/, '')
    .replace(GNU_PREFIX, '');
  const [beforeDot = name] = name.split('.');
  return [name, withoutVersion(name), beforeDot, withoutVersion(beforeDot)];
}

function withoutVersion(name: string): string {
  return name.replace(/-?[0-9.]+$/, '');
}

function entriesOf(names: string, known: KnownProgram): readonly (readonly [string, KnownProgram])[] {
  return names.split(' ').map((name) => [name, Object.freeze(known)] as const);
}
