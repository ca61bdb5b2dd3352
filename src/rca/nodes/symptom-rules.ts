/**
 * Rules, as data, that determine the kind of a failure; the first match decides. A category that skips the
 * search needs a sign that faulty product code does not produce, so rules match the beginning of an error
 * instead of a word anywhere, and none looks at assertions.
 */

/** What the rules examine. */
export interface Symptom {
  /** The exception's type, then the message: `TypeError: x is not a function`. */
  readonly error: string;
  readonly isAssertion: boolean;
  /** Whether the error was raised in the project's own production code. */
  readonly isThrownByProduct: boolean;
  /** Whether there are frames in tests and none in production code. */
  readonly isInTestOnly: boolean;
  /** The path parts of own frames and of tests. */
  readonly ownNames: ReadonlySet<string>;
}

/** The categories that rules decide; everything else is a product failure. */
type RuledCategory = 'infra' | 'environment' | 'test';

export interface SymptomRule {
  readonly category: RuledCategory;
  /** A description of what it recognises. */
  readonly name: string;
  /** Whether the match is certain, whatever else changed. */
  readonly isCertain?: true;
  readonly error: RegExp;
  /** An additional condition. */
  holds?(symptom: Symptom, match: RegExpExecArray): boolean;
}

const LOOPBACK = /\b127\.0\.0\.1\b|\blocalhost\b|::1\b/;
const PORT = /(?::|\bport )(\d{2,5})\b/g;
/**
 * The ports of databases, queues, browsers and containers; other local ports belong to servers that tests
 * start.
 */
const SERVICE_PORTS = new Set(
  '1433 1521 2181 2375 2376 2379 3306 4444 4566 5432 5672 6379 6443 8125 8500 9042 9092 9200 9222 11211 27017'.split(
    ' ',
  ),
);
const MADE_UP_HOST = /\.(?:invalid|test|example|local|localhost)\b|\bexample\.(?:com|org|net)\b/;

const isForeignService = ({ error, isThrownByProduct }: Symptom): boolean => {
  const isService = [...error.matchAll(PORT)].some(([, port = '']) => SERVICE_PORTS.has(port));
  const isOwnServer = LOOPBACK.test(error) && !isService;
  return !isThrownByProduct && !isOwnServer && !MADE_UP_HOST.test(error);
};
/** How runtimes and drivers report an unreachable service. */
const NOT_REACHED =
  /^(?:[\w.]*Error: )?(?:connect |getaddrinfo |read )?(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)\b|^java\.net\.(?:ConnectException|UnknownHostException|NoRouteToHostException)\b|^java\.net\.SocketTimeoutException: (?:connect|Connect) timed out|^[\w.]*OperationalError: .{0,200}(?:could not connect to server|connection refused|Connection refused)|^ConnectionRefusedError: \[(?:Errno|WinError)|^socket\.gaierror\b|^[\w.]*CommunicationsException: Communications link failure|^[\w.]*(?:Error|Exception): dial tcp [^ ]{1,100} connect: connection refused/;
const isNotThrownByProduct = ({ isThrownByProduct }: Symptom): boolean => !isThrownByProduct;
/**
 * How runtimes without frames for system calls report a refusal by the system; the calling code raised
 * nothing itself.
 */
const SYSTEM_REFUSED = /\[(?:Errno|WinError) \d{1,5}\]|\bErrno::E[A-Z]+\b/;
const isOfMachine = ({ error, isThrownByProduct }: Symptom): boolean =>
  !isThrownByProduct || SYSTEM_REFUSED.test(error);
const isForeignModule = ({ ownNames }: Symptom, [, name = '']: RegExpExecArray): boolean =>
  !name.startsWith('.') && !name.startsWith('/') && !ownNames.has(name.split(/[./]/)[0] ?? '');

export const symptomRules: readonly SymptomRule[] = [
  {
    // Someone wrote the address into the test, so there is something to look for.
    category: 'environment',
    name: 'a service that the test itself asks for was not reached',
    error: NOT_REACHED,
    holds: (symptom) => symptom.isInTestOnly && isForeignService(symptom),
  },
  {
    category: 'infra',
    name: 'a service refused the connection or was not reached',
    error: NOT_REACHED,
    holds: isForeignService,
  },
  {
    category: 'infra',
    name: 'the disk was full',
    error: /^[\w.]*(?:Error|Exception): .{0,300}(?:ENOSPC\b|No space left on device)/,
    holds: isOfMachine,
  },
  {
    category: 'infra',
    name: 'the process was killed or the machine had no memory left',
    error:
      /\bOOMKilled\b|\bsignal: killed\b|\bexit(?:ed with)? (?:code|status) 137\b|^(?:[\w.]*(?:Error|Exception): )?.{0,100}\bCannot allocate memory\b/,
    holds: isNotThrownByProduct,
  },
  {
    category: 'infra',
    name: 'containers were not to be had',
    error:
      /Could not find a valid Docker environment|Cannot connect to the Docker daemon|^org\.testcontainers\.containers\.ContainerLaunchException\b|toomanyrequests: You have reached your/,
    holds: isNotThrownByProduct,
  },
  {
    category: 'infra',
    name: 'the browser did not start',
    error:
      /^[\w.]*SessionNotCreatedException\b|\bchrome not reachable\b|DevToolsActivePort file doesn't exist|\bnet::ERR_(?:NAME_NOT_RESOLVED|INTERNET_DISCONNECTED)\b/,
    holds: isForeignService,
  },
  {
    category: 'test',
    name: 'a fixture of the test does not exist',
    isCertain: true,
    error: /\bfixture '[^']{1,200}' not found/,
  },
  {
    category: 'test',
    name: 'the test class cannot be run',
    isCertain: true,
    error:
      /No runnable methods|No tests found in |^[\w.]*(?:InvalidTestClassError|ParameterResolutionException|UnfinishedStubbingException|UnnecessaryStubbingException|InvalidUseOfMatchersException|WrongTypeOfReturnValue)\b|Test class should have exactly one public/,
  },
  {
    category: 'environment',
    name: 'a module that is not of the project is missing',
    error:
      /(?:Cannot find (?:module|package)|No module named|Could not resolve|cannot load such file --|Failed to resolve import) ['"]?([\w@./-]{1,200})/,
    holds: isForeignModule,
  },
  {
    category: 'environment',
    name: 'a package is not installed',
    isCertain: true,
    error:
      /^(?:[\w.]*\.)?(?:PackageNotFoundError: No package metadata was found for|DistributionNotFound: The )/,
  },
  {
    category: 'environment',
    name: 'a native library or the right version of it is missing',
    error:
      /cannot open shared object file|\bUnsatisfiedLinkError\b|\bGLIBC(?:XX)?_[\d.]+' not found|\bUnsupportedClassVersionError\b|was compiled against a different Node\.js version|\bDLL load failed\b/,
  },
  {
    category: 'environment',
    name: 'a command is missing',
    error:
      /\bspawn(?:Sync)? [^ ]{1,200} ENOENT\b|: command not found|executable file not found in (?:\$PATH|%PATH%)|No such file or directory: '[\w.-]{1,100}'|Cannot run program "/,
  },
  {
    category: 'environment',
    name: 'the locale or a setting of the machine is missing',
    error:
      /unsupported locale setting|[Ee]nvironment variable [^ ]{1,100} (?:is )?(?:not set|missing|undefined)|\b[A-Z][A-Z0-9]*_[A-Z0-9_]{2,100}(?:: stat\b| (?:is|was|must be) (?:not set|missing|undefined|empty|set)\b)|^KeyError: '[A-Z][A-Z0-9]*_[A-Z0-9_]+'/,
  },
  {
    category: 'environment',
    name: 'a port was in use',
    error: /\bEADDRINUSE\b|[Aa]ddress already in use|port \d{2,5} is already (?:in use|allocated)/,
    holds: isOfMachine,
  },
  {
    category: 'environment',
    name: 'a file of the machine is missing or may not be used',
    error:
      /(?:\bENOENT\b|No such file or directory|no such file or directory|FileNotFoundException)[^\n]{0,200}['" ]\/(?:etc|opt|var|srv|mnt|run|usr)\/|\bEACCES\b|\bPermission denied\b|\bpermission denied\b|AccessDeniedException/,
    holds: isOfMachine,
  },
  {
    category: 'test',
    name: 'the test file cannot be read or imported',
    error:
      /^(?:[\w.]*\.)?(?:SyntaxError|IndentationError|ImportError|ModuleNotFoundError|ReferenceError|NameError)\b/,
    holds: ({ isInTestOnly }) => isInTestOnly,
  },
];

/** An assertion compares what the product did, whatever words it contains. */
export const ASSERTION =
  /assert|ComparisonFailure|ExpectationFailed|MultipleFailuresError|^expect(?:ed|\()|^Expected\b|\bJestAssertionError\b/i;

/** Signs of clock skew. */
export const CLOCK_SKEW =
  /clock skew|RequestTimeTooSkewed|certificate (?:has expired|is not yet valid)|CertificateNotYetValidException|(?:token|assertion|request) (?:was )?(?:used before issued|is from the future)|timestamp .{0,80}in the future/i;

/** Functions and titles of code that prepares many tests at once. */
export const SET_UP =
  /^(?:"?before all"?|beforeAll|before_all|beforeClass|setUpClass|setup_class|setUpModule|setup_module|setUpBeforeClass|oneTimeSetUp|OneTimeSetUp|ClassInitialize|TestMain|initializationError|classMethod)\b|"before all" hook|^ERROR at setup of |^Test suite failed to run/;
