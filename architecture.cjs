/**
 * The map and the law. Floors from the top down: an import only goes down. Same-floor neighbours
 * don't import each other, save on the top floor, which composes. `node tools/check-architecture.ts` holds the
 * code to this; to move a module, change one line here and write down why in docs/decisions.
 */
const floors = [
  ['web', 'server', 'worker', 'seed'],
  ['office', 'transparency'],
  ['house'],
  ['operation'],
  ['books'],
  ['portfolio'],
  ['deposits', 'withdrawals'],
  ['plans'],
  ['affiliates'],
  ['campaigns', 'enquiries', 'testimonials'],
  ['treasury'],
  ['market'],
  ['identity', 'ledger'],
  ['notifications'],
  ['settings'],
  ['approvals'],
  ['audit'],
  ['ui'],
  ['platform'],
  ['lib'],
]

/** The closed vocabulary of a module: what a file may be called, and what its name promises. */
const vocabulary = [
  { name: 'README.md', holds: 'what it is, states, invariants, where to start' },
  { name: 'model.ts', holds: 'words and rules, pure', door: true },
  { name: 'model/*.ts', holds: 'words and rules of one topic, pure; behind model.ts' },
  { name: 'tables.ts', holds: 'Kysely types of its own tables' },
  { name: 'queries.ts', holds: 'reads', door: true },
  {
    name: 'queries/*.ts',
    holds: 'reads of one topic, and what is made of them to be handed out; behind api.ts',
  },
  { name: 'commands/*.ts', holds: 'one thing that happens from outside', door: true },
  { name: 'acts/*.ts', holds: 'a step that takes tx', door: true },
  { name: 'contract.ts', holds: 'its HTTP calls', door: true },
  { name: 'api.ts', holds: 'contract to command or query', door: true },
  { name: 'jobs.ts', holds: 'when a command runs by itself', door: true },
  { name: 'routes.ts', holds: 'its screen addresses', door: true },
  { name: 'screens/public/*.tsx', holds: 'one file an address' },
  { name: 'screens/member/*.tsx', holds: 'one file an address' },
  { name: 'screens/admin/*.tsx', holds: 'one file an address' },
  { name: 'screens/**/*.module.css', holds: 'their looks' },
  { name: 'components/*.tsx', holds: 'pieces that others may show', door: true },
  { name: 'components/*.module.css', holds: 'their looks' },
  { name: 'emails/*.tsx', holds: 'the words of a mail' },
  { name: 'seed.ts', holds: 'sandbox data through commands', door: true },
  { name: 'testing.ts', holds: "builders for others' tests", door: true },
]

/** Where code runs. What is neither is shared, and must be fit for both. */
const browser = [
  'src/ui/**/*.tsx',
  'src/web/**/*.tsx',
  'src/root.tsx',
  'src/modules/*/{screens,components}/**/*.tsx',
]
const server = [
  'src/{server,worker,seed}.ts',
  'src/entry.server.tsx',
  'src/modules/*/{tables,queries,api,jobs,seed,testing}.ts',
  'src/modules/*/{commands,acts,emails,queries}/**',
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
  '@simplewebauthn/browser': 'src/modules/identity/components/',
  '@simplewebauthn/server': 'src/platform/webauthn\\.ts',
  'better-auth': 'src/(?:modules/identity/|platform/passwords\\.ts)',
  kysely: 'src/(?:platform/|modules/)',
  'lightweight-charts': 'src/ui/figures/candle-canvas\\.tsx',
  nodemailer: 'src/platform/mail\\.ts',
  pg: 'src/(?:platform/|app\\.ts)',
  pdfkit: 'src/platform/(?:paper|outlines)\\.ts',
  'pg-boss': 'src/platform/jobs\\.ts',
  pino: 'src/platform/log\\.ts',
  'prom-client': 'src/platform/metrics\\.ts',
}

module.exports = { floors, vocabulary, browser, server, browserSafe, loaders, homes }
