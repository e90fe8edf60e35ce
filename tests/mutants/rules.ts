import type { Mutant } from '../../tools/mutants/mutant.ts'

const README = '# X\n'

type Row = readonly [rule: string, why: string, add: Record<string, string>]

const ROWS: readonly Row[] = [
  [
    'imports go down: audit',
    'a foundation would change with what uses it',
    { 'src/modules/audit/model.ts': "export type { QueuedMail } from '#modules/plans/model.ts'" },
  ],
  [
    'folders of a layer form no cycle',
    'neither module could be understood alone',
    {
      'src/modules/audit/model.ts':
        "export type { X as AuditX } from '#modules/approvals/x-model.ts'",
      'src/modules/approvals/model.ts':
        "export type { Actor as ApprovalActor } from '#modules/audit/model.ts'",
    },
  ],
  [
    'imports lead somewhere',
    'the rules could not follow the import',
    { 'src/lib/errors.ts': "export type { Looping } from './looping.ts'" },
  ],
  [
    'files form no cycle',
    'neither file can be read or tested alone',
    {
      'src/lib/circle-one.ts': "export { two } from './circle-two.ts'\nexport const one = 1",
      'src/lib/circle-two.ts': "export { one } from './circle-one.ts'\nexport const two = 2",
    },
  ],
  [
    'modules are entered by their',
    'the owner could not change a column',
    {
      'src/modules/notifications/queries.ts':
        "export type { AuditTables } from '#modules/audit/tables.ts'",
    },
  ],
  [
    'tables are private',
    'composing is no reason to know columns',
    { 'src/app.ts': "export type { AuditTables } from '#modules/audit/tables.ts'" },
  ],
  [
    'testing is for tests',
    'test code would be shipped',
    { 'src/modules/notifications/jobs.ts': "export * from './testing.ts'" },
  ],
  [
    'models are pure',
    'a model could not run in the browser',
    { 'src/modules/audit/model.ts': "export { sql as auditSql } from 'kysely'" },
  ],
  [
    'lib is pure',
    'lib could touch the machine',
    { 'src/lib/errors.ts': "export { readFileSync } from 'node:fs'" },
  ],
  [
    'only steps and commands post to the ledger',
    'money could move from anywhere',
    { 'src/modules/plans/queries.ts': "export { post } from '#modules/ledger/steps/post.ts'" },
  ],
  [
    'steps are taken by steps and commands',
    'a step needs the transaction of a command',
    {
      'src/modules/plans/jobs.ts':
        "export { record } from '#modules/audit/steps/record-audit-event.ts'",
    },
  ],
  [
    'commands are called from outside',
    'a command would open a transaction in a transaction',
    {
      'src/modules/plans/steps/lock-position.ts':
        "export { closePlan } from '../commands/close-plan.ts'",
    },
  ],
  [
    'queries only read',
    'a read would change something',
    {
      'src/modules/plans/queries.ts':
        'export const insertNothing = (db: { insertInto(table: string): unknown }) => db.insertInto("plan")',
    },
  ],
  [
    'closed vocabulary',
    'each module would have its own structure',
    { 'src/modules/plans/things.ts': 'export const THINGS = 1' },
  ],
  [
    'kebab-case',
    'files would be named in two ways',
    { 'src/lib/camelCase.ts': 'export const CASE = 1' },
  ],
  [
    'verb-noun',
    'the name would not say what happens',
    { 'src/modules/plans/commands/settle.ts': 'export const SETTLE = 1' },
  ],
  [
    'each command has a test beside it',
    'a command would be untested',
    { 'src/modules/plans/commands/open-nothing.ts': 'export const OPEN = 1' },
  ],
  [
    'every module has a',
    'the module could import anything',
    { 'src/modules/extras/README.md': README },
  ],
  [
    'README',
    'a reader would not know where to start',
    { 'src/modules/plans/README.md': '\nx'.repeat(61) },
  ],
  [
    'size of a file',
    'the file would hold more than one topic',
    { 'src/lib/errors.ts': '\n// x'.repeat(401) },
  ],
  [
    'size of a function',
    'the function would hold more than one step',
    { 'src/lib/long.ts': `export function makeLong() {\n${'  void 0\n'.repeat(71)}}` },
  ],
  [
    'two clocks',
    'the business date could not be moved in the sandbox',
    { 'src/lib/errors.ts': 'export const getNow = () => Date.now()' },
  ],
  [
    'one reader of the environment',
    'a setting would be read without a check',
    { 'src/lib/errors.ts': 'export const getHome = () => process.env.HOME' },
  ],
  [
    'amounts are bigint',
    'a JavaScript number loses cents',
    { 'src/lib/errors.ts': 'export type Fee = { amount: number }' },
  ],
  [
    'named exports',
    'a name could differ in each import',
    { 'src/lib/errors.ts': 'export default 1' },
  ],
  [
    'names say something',
    'a file called helpers collects everything',
    { 'src/lib/date-helpers.ts': 'export const DATES = 1' },
  ],
  [
    'permissions are in one table',
    'roles would be listed in two places',
    { 'src/modules/plans/model.ts': "export const PLAN_ROLES = ['finance', 'owner'] as const" },
  ],
  [
    'time is a parameter',
    'the clock of the database would be used',
    {
      'src/modules/plans/queries.ts':
        'export const getTime = (sql: (text: TemplateStringsArray) => unknown) => sql`select now()`',
    },
  ],
  [
    'comments say why',
    'unfinished work would be forgotten',
    { 'src/lib/errors.ts': '// TODO: later' },
  ],
  [
    'approved ciphers',
    'a weak cipher would encrypt secrets',
    { 'src/lib/errors.ts': "export const CIPHER = 'aes-128-cbc'" },
  ],
  [
    'approved digests',
    'a broken digest would protect files',
    { 'src/lib/errors.ts': "export const DIGEST = 'md5'" },
  ],
  [
    'one log',
    'a secret could be printed',
    { 'src/lib/errors.ts': "export const warnOperator = () => console.log('x')" },
  ],
  [
    'strict comparison',
    'a text would equal a number',
    { 'src/lib/errors.ts': 'export const isOne = (value: unknown) => value == 1' },
  ],
  [
    'CSS classes exist',
    'an element would have no style',
    {
      'src/ui/layout/missing-class.tsx':
        "import styles from './missing-class.module.css'\nexport const MissingClass = () => <p className={styles.absent} />",
      'src/ui/layout/missing-class.module.css': '.present {\n  color: red;\n}',
    },
  ],
  [
    'every mail has a template',
    'the job would fail at run time',
    {
      'src/modules/plans/steps/notify-nothing.ts':
        "export const notifyNothing = (notify: (...all: unknown[]) => unknown) => notify(1, 2, 3, 'no-such-mail')",
    },
  ],
  [
    "browser code doesn't reach",
    'server code would be sent to the browser',
    {
      'src/ui/layout/reaches-server.tsx':
        "export { hashPassword } from '#platform/auth/passwords.ts'",
    },
  ],
  [
    'plain words',
    'a reader would have to learn a private word',
    { 'src/lib/tellers.ts': 'export const tellHouse = () => 1\nexport const sealBooks = () => 2' },
  ],
  [
    'functions begin with a verb',
    'a call would read like a value',
    { 'src/lib/noun.ts': 'export const amount = () => 1n' },
  ],
  [
    'no trailing preposition',
    'the name would not say what is returned',
    { 'src/lib/preposition.ts': 'export const readMoneyFrom = () => 1n' },
  ],
]

/** One violation of each architecture rule. */
export const mutants: Mutant[] = ROWS.map(([rule, why, add]) => ({
  name: `rule: ${rule}`,
  why,
  rule,
  add,
}))
