/**
 * The architecture as code. Layers from the top down: an import goes to a lower layer, or sideways
 * within a layer as long as its folders form no cycle. `node tools/check-architecture.ts` holds the
 * code to it; to move a module, change one line here and write down why in docs/decisions.
 */
const layers = [
  ['web', 'server', 'worker', 'seed'],
  ['backoffice', 'administration', 'portfolio', 'transparency', 'integrity', 'operations'],
  ['deposits', 'withdrawals', 'plans', 'affiliates', 'campaigns'],
  [
    'transactions',
    'treasury',
    'chains',
    'compliance',
    'verification',
    'eligibility',
    'market',
    'identity',
    'ledger',
    'enquiries',
    'testimonials',
    'desk',
    'saved-views',
  ],
  ['notifications', 'approvals', 'settings', 'audit'],
  ['app-ui', 'ui', 'platform', 'lib'],
]

/** The closed vocabulary of a module: what a file may be called, and what its name promises. */
const vocabulary = [
  { name: 'README.md', holds: 'what it is, states, invariants, where to start' },
  { name: 'model.ts', holds: 'words and rules, pure', publicFile: true },
  { name: 'model/*.ts', holds: 'words and rules of one topic, pure; behind model.ts' },
  { name: 'tables.ts', holds: 'Kysely types of its own tables' },
  { name: 'queries.ts', holds: 'reads', publicFile: true },
  {
    name: 'queries/*.ts',
    holds: 'reads of one topic, and what is made of them to be handed out; behind api.ts',
  },
  { name: 'commands/*.ts', holds: 'one thing that happens from outside', publicFile: true },
  { name: 'steps/*.ts', holds: 'a step that takes tx', publicFile: true },
  {
    name: 'adapters/*.ts',
    holds: 'an outside system behind an interface of the module; server only',
    publicFile: true,
  },
  {
    name: 'presenters/*.ts',
    holds: 'rows as the contract answers them; entered by api.ts and api/',
  },
  { name: 'contract.ts', holds: 'its HTTP calls', publicFile: true },
  { name: 'contract/*.ts', holds: 'calls or schemas of one area; behind contract.ts' },
  { name: 'api.ts', holds: 'contract to command or query', publicFile: true },
  { name: 'api/*.ts', holds: 'the calls of one area; composed by api.ts' },
  { name: 'jobs.ts', holds: 'when a command runs by itself', publicFile: true },
  { name: 'routes.ts', holds: 'its screen addresses', publicFile: true },
  { name: 'screens/public/*.tsx', holds: 'one file an address' },
  { name: 'screens/member/*.tsx', holds: 'one file an address' },
  { name: 'screens/admin/*.tsx', holds: 'one file an address' },
  { name: 'screens/**/*.module.css', holds: 'their looks' },
  { name: 'components/*.tsx', holds: 'pieces that others may show', publicFile: true },
  { name: 'components/*.module.css', holds: 'their looks' },
  { name: 'emails/*.tsx', holds: 'the words of a mail' },
  {
    name: 'samples/*.{xml,csv,json}',
    holds: 'invented files in the formats of others, for the sandbox',
  },
  { name: 'seed.ts', holds: 'sandbox data through commands', publicFile: true },
  { name: 'testing.ts', holds: "builders for others' tests", publicFile: true },
]

/** Where code runs. What is neither is shared, and must be fit for both. */
const browser = [
  'src/{ui,app-ui}/**/*.{ts,tsx}',
  'src/web/**/*.tsx',
  'src/root.tsx',
  'src/modules/*/{screens,components}/**/*.tsx',
]
const server = [
  'src/{server,worker,seed}.ts',
  'src/entry.server.tsx',
  'src/modules/*/{tables,queries,api,jobs,seed,testing}.ts',
  'src/modules/*/{api,commands,steps,emails,queries,presenters,adapters}/**',
  'src/platform/**',
  'src/ui/mail/**',
]
/** Among the server's folders, files that may also run in a browser. */
const browserSafe = [
  'src/platform/client/**',
  'src/platform/http/contract.ts',
  'src/platform/http/schemas.ts',
]
/**
 * Their `loader` runs on the server and may read; the client build leaves it out, which the bundle
 * guard proves.
 */
const loaders = ['src/root.tsx', 'src/web/**/*.tsx', 'src/modules/*/screens/**/*.tsx']

/** Packages that one place alone knows, so that changing them changes one place. */
const homes = {
  '@base-ui/react': 'src/ui/',
  '@scure/bip32': 'src/modules/chains/model/',
  '@scure/bip39': 'src/lib/',
  '@scure/btc-signer': 'src/modules/chains/model/',
  '@simplewebauthn/browser': 'src/modules/identity/components/',
  '@simplewebauthn/server': 'src/platform/auth/webauthn\\.ts',
  '@opentelemetry/api': 'src/platform/monitoring/open-telemetry\\.ts',
  '@opentelemetry/context-async-hooks': 'src/platform/monitoring/open-telemetry\\.ts',
  '@opentelemetry/exporter-trace-otlp-http': 'src/platform/monitoring/open-telemetry\\.ts',
  '@opentelemetry/resources': 'src/platform/monitoring/open-telemetry\\.ts',
  '@opentelemetry/sdk-trace': 'src/platform/monitoring/open-telemetry\\.ts',
  aws4fetch: 'src/platform/files/s3-requests\\.ts',
  kysely: 'src/(?:platform/|modules/)',
  'lightweight-charts': 'src/ui/figures/candle-canvas\\.tsx',
  nodemailer: 'src/platform/mail/mail\\.ts',
  pg: 'src/(?:platform/|app\\.ts)',
  pdfkit: 'src/platform/pdf/',
  'pg-boss': 'src/platform/jobs/jobs\\.ts',
  pino: 'src/platform/monitoring/log\\.ts',
  'prom-client': 'src/platform/monitoring/',
}

module.exports = { layers, vocabulary, browser, server, browserSafe, loaders, homes }
