import type { Architecture } from './architecture.ts'
import type { RULE_NAMES, RuleName } from './rules.ts'

/** The files of a small project, by path. */
export type Files = Readonly<Record<string, string>>

/**
 * Files that break a rule. The check has to report the rule at the first file, or at `at`.
 */
export type SeededViolation = { files: Files; at?: string }

const README = '# A module\n'
const TEST = "import 'vitest'\n"

/** Builds a sound project of the layers in `architecture.cjs`, in which no rule finds a violation. */
export function buildSoundProject({ layers: [, ...below] }: Architecture): Files {
  const names = below.flat()
  const isModule = (name: string) => !isBase(name)

  return {
    'db/schema/0001-base.sql': '-- functions: ledger.sum_amounts\ncreate table member (id text);\n',
    'db/functions/ledger/sum_amounts.sql':
      'create or replace function ledger.sum_amounts() returns bigint language sql as $$ select 1 $$;\n',
    'docs/page.md': '# A page\n',
    'src/web/frame.ts': 'export type Frame = string\n',
    'src/worker.ts':
      "import '#modules/plans/jobs.ts'\nexport * as planLoss from '#modules/plans/emails/plan-loss.tsx'\n",
    'src/ui/piece.module.css': '.present {\n  color: inherit;\n}\n',
    'src/ui/piece.tsx':
      "import styles from './piece.module.css'\n\nexport const Piece = () => <p className={styles.present}>A sentence.</p>\n",
    'src/modules/plans/jobs.ts': "export { closePlan } from './commands/close-plan.ts'\n",
    'src/modules/plans/commands/close-plan.ts':
      "import { notifyLoss } from '../steps/notify-loss.ts'\n\n/** Closes a plan. */\nexport const closePlan = () => notifyLoss()\n",
    'src/modules/plans/commands/close-plan.test.ts': TEST,
    'src/modules/plans/steps/notify-loss.ts':
      "const notify = (name: string) => name\n\n/** Queues the mail. */\nexport const notifyLoss = () => notify('plan-loss')\n",
    'src/modules/plans/emails/plan-loss.tsx':
      "type Templates = {\n    'plan-loss': string\n}\nexport const mail: MailTemplate<'plan-loss'> = (data: Templates) => data\n",
    'src/modules/ledger/steps/post.ts': '/** Posts transfers. */\nexport const post = () => 1\n',
    'src/modules/audit/tables.ts': 'export type AuditTables = { id: string }\n',
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`${getFolder(name)}/model.ts`, 'export type Piece = string\n'],
        ...(isModule(name) ? [[`${getFolder(name)}/README.md`, README]] : []),
      ]),
    ),
  }
}

const isBase = (name: string) => ['app-ui', 'ui', 'platform', 'lib'].includes(name)

const getFolder = (name: string) => (isBase(name) ? `src/${name}` : `src/modules/${name}`)

/** Returns a violation of each rule that `architecture.cjs` has for a layer or a package. */
export function seedMappedViolations({
  layers,
  homes,
}: Architecture): [RuleName, SeededViolation[]][] {
  const upward = layers.slice(1).flatMap((layer, index) => {
    const above = layers[index]?.[0] ?? ''
    const target = index === 0 ? '../../../web/frame.ts' : `#modules/${above}/model.ts`

    return layer.map((name): [RuleName, SeededViolation[]] => {
      const file = isBase(name) ? `src/${name}/upward.ts` : `src/modules/${name}/model/upward.ts`
      return [`imports go down: ${name}`, [{ files: { [file]: `export type * from '${target}'` } }]]
    })
  })

  const strays = Object.keys(homes).map((name, index): [RuleName, SeededViolation[]] => [
    `${name} has one home`,
    [{ files: { [`src/web/stray-${index}.ts`]: `export * as stray from '${name}'` } }],
  ])

  return [...upward, ...strays]
}

/** Returns one violation a file: `code` in the file of this number of a folder. */
const seedEach = (path: string, codes: readonly string[]): SeededViolation[] =>
  codes.map((code, index) => ({ files: { [path.replace('#', String(index + 1))]: code } }))

const ofSource = (folder: string, ...codes: string[]) => seedEach(`src/lib/${folder}-#.ts`, codes)

const command = (name: string, code: string): Files => ({
  [`src/modules/plans/commands/${name}.ts`]: code,
  [`src/modules/plans/commands/${name}.test.ts`]: TEST,
})

/** Violations of every rule of the list: each of them is found, and by its own rule. */
export const SEEDED_VIOLATIONS: Record<(typeof RULE_NAMES)[number], SeededViolation[]> = {
  'the check reads every file': [{ files: { 'src/lib/unread.mts': 'export const UNREAD = 1' } }],
  'files form no cycle': [
    {
      files: {
        'src/lib/circle-one.ts': "export { two } from './circle-two.ts'\nexport const one = 1",
        'src/lib/circle-two.ts': "export { one } from './circle-one.ts'\nexport const two = 2",
      },
    },
  ],
  'folders of a layer form no cycle': [
    {
      files: {
        'src/modules/audit/model/to-approvals.ts':
          "export type * from '#modules/approvals/model.ts'",
        'src/modules/approvals/model/to-audit.ts': "export type * from '#modules/audit/model.ts'",
      },
    },
  ],
  'imports lead somewhere': [
    { files: { 'src/lib/lost.ts': "export type * from './absent.ts'" } },
    { files: { 'src/lib/unlisted.ts': "import 'a-package-that-is-not-installed'" } },
  ],
  'modules are entered by their public files': [
    {
      files: {
        'src/modules/notifications/model/enters.ts':
          "export type * from '#modules/audit/tables.ts'",
      },
    },
  ],
  'tables are private': [
    { files: { 'src/composes.ts': "export type * from '#modules/audit/tables.ts'" } },
  ],
  'api, jobs, routes and seed are composed in the top layer': [
    { files: { 'src/modules/plans/model/starts.ts': "export type * from '../jobs.ts'" } },
  ],
  'what composes knows its parts': [
    { files: { 'src/modules/affiliates/jobs.ts': 'export const JOBS = []' } },
    { files: { 'src/modules/affiliates/api.ts': 'export const CALLS = []' } },
    { files: { 'src/modules/affiliates/routes.ts': 'export const ROUTES = []' } },
    { files: { 'src/modules/affiliates/seed.ts': 'export const SEED = []' } },
  ],
  'testing is for tests': [
    {
      files: {
        'src/modules/notifications/steps/uses-testing.ts': "export * from '../testing.ts'",
        'src/modules/notifications/testing.ts': 'export const BUILDER = 1',
      },
    },
  ],
  'mails are worded by the job': [
    {
      files: {
        'src/modules/plans/steps/words-mail.ts': "export * from '../emails/plan-loss.tsx'",
      },
    },
  ],
  'models are pure': [
    { files: { 'src/modules/audit/model/reads.ts': "export { sql } from 'kysely'" } },
  ],
  'lib is pure': [
    { files: { 'src/lib/reads-files.ts': "export { readFileSync } from 'node:fs'" } },
  ],
  'only steps and commands post to the ledger': [
    {
      files: {
        'src/modules/plans/adapters/posts.ts':
          "export { post } from '#modules/ledger/steps/post.ts'",
      },
    },
  ],
  'steps are taken by steps and commands': [
    {
      files: {
        'src/modules/plans/adapters/steps.ts':
          "export { notifyLoss } from '../steps/notify-loss.ts'",
      },
    },
  ],
  'commands are called from outside': [
    {
      files: {
        'src/modules/plans/steps/calls-command.ts':
          "export { closePlan } from '../commands/close-plan.ts'",
      },
    },
    {
      files: command('call-another', "export { closePlan } from './close-plan.ts'"),
    },
  ],
  'presenters are entered by api.ts': [
    {
      files: {
        'src/modules/plans/steps/presents.ts': "export * from '../presenters/plan.ts'",
        'src/modules/plans/presenters/plan.ts': 'export const PLAN = 1',
      },
    },
  ],
  'queries only read': [
    {
      files: {
        'src/modules/plans/queries/takes-step.ts':
          "export { notifyLoss } from '../steps/notify-loss.ts'",
      },
    },
    ...seedEach('src/modules/plans/queries/writes-#.ts', [
      "export const insertPlan = (db) => db.insertInto('plan')",
      'export const deletePlans = (sql) => sql`delete from plan`',
    ]),
    {
      files: {
        'src/modules/plans/queries.ts':
          "/** Updates. */\nexport const updatePlan = (db) => db.updateTable('plan')",
      },
    },
  ],
  "browser code doesn't reach the server's": [
    { files: { 'src/ui/reaches-server.tsx': "export * from '#platform/model.ts'" } },
    {
      files: {
        'src/ui/reaches-by-another.tsx': "export * from './between.ts'",
        'src/ui/between.ts': "export * from '#platform/model.ts'",
      },
    },
  ],

  'closed vocabulary': [
    { files: { 'src/modules/plans/things.ts': 'export const THINGS = 1' } },
    { files: { 'src/modules/plans/screens/other/page.tsx': 'export default 1' } },
  ],
  'every module has a layer': [
    { files: { 'src/modules/extras/README.md': README }, at: 'src/modules/extras' },
  ],
  README: [
    {
      files: { 'src/modules/bare/model.ts': 'export const BARE = 1' },
      at: 'src/modules/bare/README.md',
    },
    { files: { 'src/modules/chatty/README.md': '\nx'.repeat(61) } },
  ],
  'kebab-case': [
    { files: { 'src/lib/camelCase.ts': 'export const CASE = 1' } },
    { files: { 'src/ui/Panel.module.css': '.panel {}' } },
  ],
  'verb-noun': [{ files: command('settle', 'export const SETTLE = 1') }],
  'each command has a test beside it': [
    { files: { 'src/modules/plans/commands/open-nothing.ts': 'export const OPEN = 1' } },
  ],
  'size of a file': [
    { files: { 'src/lib/long.ts': '\n// x'.repeat(401) } },
    { files: { 'src/ui/long.css': '\n.x {}'.repeat(401) } },
  ],
  'size of a function': ofSource(
    'long-function',
    `export function makeLong() {\n${'  void 0\n'.repeat(71)}}`,
    `export const makeLong = () => {\n${'  void 0\n'.repeat(71)}}`,
  ),
  'CSS classes exist': [
    {
      files: {
        'src/ui/missing-class.tsx':
          "import styles from './piece.module.css'\nexport const X = () => <p className={styles.absent} />",
      },
    },
  ],
  'a mail has the name of its file': [
    {
      files: {
        'src/modules/plans/emails/renamed-mail.tsx': "export { mail } from './plan-loss.tsx'",
      },
    },
  ],
  'every mail is sent': [
    {
      files: {
        'src/modules/plans/emails/unsent-mail.tsx': "export { mail } from './plan-loss.tsx'",
      },
    },
  ],

  'numbers of schema files': [
    { files: { 'db/schema/0009-gap.sql': 'select 1;' } },
    { files: { 'db/schema/0010-Capital_Letter.sql': 'select 1;' } },
  ],
  'functions and views have files of their own': seedEach('db/schema/0020-objects-#.sql', [
    'create function ledger.one() returns int language sql as $$ select 1 $$;',
    'create or replace view ledger.two as select 1;',
    'create procedure ledger.three() language sql as $$ select 1 $$;',
  ]),
  'functions that a schema file uses': [
    { files: { 'db/schema/0021-trigger.sql': '-- functions: ledger.absent' } },
  ],
  'one function or view a file': seedEach('db/functions/ledger/wrong_#.sql', [
    'create or replace function ledger.other() returns int language sql as $$ select 1 $$;',
    'create or replace view ledger.wrong_2 as\nselect 1;\ncreate or replace view ledger.more as\nselect 1;',
    'create function ledger.wrong_3() returns int language sql as $$ select 1 $$;',
  ]),
  'length of a line': [{ files: { 'db/schema/0022-long.sql': `select '${'x'.repeat(120)}';` } }],
  'expand, then contract': [
    { files: { 'db/schema/9999-no-phone.sql': 'alter table member drop column phone;' } },
  ],

  'plain words': [
    ...ofSource(
      'private-words',
      'export const sealBooks = () => 1',
      '// nobody is told\nexport const QUIET = 1',
      "export const TEXT = 'You are mailed a code.'",
    ),
    { files: { 'src/lib/teller-house.ts': 'export const ONE = 1' } },
    { files: { 'docs/private.md': 'Whoever comes is told.' } },
    { files: { 'tests/private.test.ts': "test('whoever is told', () => {})" } },
    { files: { 'db/schema/0023-words.sql': 'create table house (id text);' } },
  ],
  'functions begin with a verb': ofSource('noun', 'export const amount = () => 1n'),
  'no trailing preposition': ofSource('preposition', 'export const readMoneyFrom = () => 1n'),
  'names say something': [
    { files: { 'src/lib/date-helpers.ts': 'export const DATES = 1' } },
    ...ofSource('empty-name', 'export type PlanManager = string'),
  ],
  'named exports': ofSource(
    'default-export',
    'export default 1',
    'export default function readOne() {}',
  ),
  'public functions have a doc comment': [
    { files: { 'src/modules/plans/steps/count-plans.ts': 'export const countPlans = () => 1' } },
    { files: { 'src/modules/audit/queries.ts': 'export function listEvents() {}' } },
  ],
  'comments say why': ofSource(
    'comment',
    '// TODO: later\nexport const LATER = 1',
    '// ==========\nexport const BANNER = 1',
  ),
  'width of a line': ofSource('wide', `export const WIDE =\n  '${'x'.repeat(120)}'`),
  'beginning of a doc comment': ofSource(
    'doc',
    '/** How it is done. */\nexport const DONE = 1',
    '/**\n * Whether it is done.\n */\nexport const ALSO_DONE = 1',
  ),

  'two clocks': ofSource(
    'clock',
    'export const getNow = () => Date.now()',
    'export const getDate = () => new Date()',
  ),
  'time is a parameter': [
    {
      files: {
        'src/modules/plans/queries/now.ts': 'export const getTime = (sql) => sql`select now()`',
      },
    },
    { files: { 'db/schema/0024-clock.sql': 'create table t (at timestamptz default now());' } },
  ],
  'one reader of the environment': ofSource(
    'environment',
    'export const getHome = () => process.env.HOME',
  ),
  'amounts are bigint': ofSource(
    'amount',
    'export type Fee = { amount: number }',
    'export const readFee = (feeCents: number | null) => feeCents',
    'export const parse = (row) => Number(row.amount)',
    'export const schema = { amount: z.coerce.number() }',
  ),
  'permissions are listed in one table': [
    {
      files: {
        'src/modules/plans/model/roles.ts': "export const PLAN_ROLES = ['finance', 'owner']",
      },
    },
    { files: { 'src/modules/plans/contract/close.ts': "export const call = admin('owner')" } },
    {
      files: {
        'src/modules/plans/model/role.ts':
          "export const isOwner = (staff) => staff.role === 'owner'",
      },
    },
  ],
  'staff commands check a permission first': [
    {
      files: command(
        'pause-plan',
        '/** Pauses. */\nexport async function pausePlan(app: App, admin: Staff) {}',
      ),
    },
  ],

  'approved ciphers': ofSource(
    'cipher',
    "export const CIPHER = 'aes-128-cbc'",
    'export const PADDING = RSA_PKCS1_PADDING',
  ),
  'approved digests': [
    ...ofSource(
      'digest',
      "export const DIGEST = 'md5'",
      'export const hashText = (name) => createHash(name)',
      "export const stretch = () => pbkdf2Sync('a', 'b', 1, 32, 'sha1')",
    ),
    { files: { 'db/schema/0025-digest.sql': "select md5('x');" } },
  ],
  'validated implementations': ofSource(
    'maker',
    "import jwt from 'jsonwebtoken'\nexport const USED = jwt",
    "export const load = () => import('crypto-js')",
  ),
  'one place encrypts': ofSource(
    'encrypts',
    "export const encrypt = () => createCipheriv('aes-256-gcm', '', '')",
    'export const decrypt = (key, text) => crypto.subtle.decrypt({}, key, text)',
  ),
  'secrets are random': ofSource(
    'random',
    'export const drawCode = () => Math.random()',
    'export const drawToken = () => randomUUID()',
  ),
  'one way to outside systems': ofSource(
    'outside',
    "export const read = () => fetch('https://example.com')",
    "import { connect } from 'node:tls'\nexport const USED = connect",
    "export const load = () => import('node:http')",
  ),
  'one log': ofSource(
    'log',
    "export const warnOperator = () => console.log('x')",
    "export const print = () => process.stdout.write('x')",
  ),
  'strict comparison': ofSource(
    'comparison',
    'export const isOne = (value) => value == 1',
    'export const isOther = (value) => value != 1',
  ),
  'no text becomes code': ofSource(
    'code',
    'export const run = (text) => eval(text)',
    'export const make = (text) => new Function(text)',
    "import vm from 'node:vm'\nexport const USED = vm",
    "export const wait = () => setTimeout('run()', 1)",
  ),
  'no command of the system': ofSource(
    'command',
    "import { exec } from 'node:child_process'\nexport const USED = exec",
    "export const load = () => import('node:cluster')",
  ),
  'SQL takes texts as parameters': ofSource(
    'sql',
    'export const read = (text) => sql.raw(text)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code that breaks the rule
    'export const find = (db, name) => db.query(`select * from ${name}`)',
  ),
  'no pattern from a text': ofSource('pattern', 'export const match = (text) => new RegExp(text)'),
  'no text becomes markup': [
    ...seedEach('src/ui/markup-#.tsx', [
      'export const X = ({ text }) => <p dangerouslySetInnerHTML={{ __html: text }} />',
      'export const write = (element, text) => {\n  element.innerHTML = text\n}',
      'export const print = (text) => document.write(text)',
    ]),
    ...ofSource('markup', 'export const PROPS = { dangerouslySetInnerHTML: { __html: 1 } }'),
  ],
  "a log's sentence is ours": ofSource(
    'sentence',
    'export const note = (log, text) => log.info({}, text)',
    "export const warn = (log, text) => log.warn({}, 'a %s', text)",
    "export const fail = (log) => log.error({}, 'a %s')",
  ),
  'no parser of markup, no objects out of bytes': ofSource(
    'parser',
    "import { deserialize } from 'node:v8'\nexport const USED = deserialize",
    "import { parse } from 'yaml'\nexport const USED = parse",
    'export const read = () => new DOMParser()',
  ),
  'a page listens to no other window': seedEach('src/ui/listens-#.ts', [
    "export const listen = () => window.addEventListener('message', () => {})",
    'export const post = (other) => other.postMessage(1)',
    'export const set = (port) => {\n  port.onmessage = 1\n}',
  ]),
  'nothing of the past in a page': seedEach('src/ui/past-#.tsx', [
    'export const X = () => <marquee>A text</marquee>',
    "export const make = () => document.createElement('applet')",
    'export const copy = () => document.execCommand(1)',
  ]),
}
