import { z } from 'zod'
import { type Brand, readBrand } from './brand.ts'
import {
  findDatabaseLinkProblem,
  hasGuessablePassword,
  isLowEntropySecret,
} from './http/outgoing-links.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true')

/**
 * Every setting there is, with its meaning. `docs/operating/configuration.md` is held against this
 * list by a test.
 */
const Settings = z.object({
  MODE: z
    .enum(['sandbox', 'live'])
    .default('sandbox')
    .describe('sandbox: simulated money; live: real money, which this version refuses'),
  PORT: port.default(3000).describe('where the server listens'),
  HOST: z.string().default('127.0.0.1').describe('the address the server listens on'),
  METRICS_PORT: port
    .optional()
    .describe('where figures for Prometheus are served, on the same HOST; off unless set'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe('the address people use; http://localhost:PORT unless set'),
  DATA_DIR: z.string().default('data').describe('uploads and, when embedded, the database'),
  WITNESS_DIR: z
    .string()
    .optional()
    .describe(
      "where each day's head of the books is written, best on another machine; " +
        'DATA_DIR/witness unless set',
    ),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('a PostgreSQL 15 to 18 of your own, as the application role'),
  DATABASE_MIGRATION_URL: z
    .string()
    .optional()
    .describe('the same database as the role that owns the tables'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(16)
    .describe('connections the server keeps'),
  SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('keys of codes and second factors; made at first start below DATA_DIR unless set'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'smtp(s)://user:password@host:port; without it the sandbox keeps mail in /dev/mailbox',
    ),
  MAIL_FROM: z
    .string()
    .default('Candor <no-reply@candor.example>')
    .describe('sender of every mail'),
  OPERATOR_NAME: z.string().default('Candor').describe("the operator's legal name"),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('least level logged'),
  TRUST_PROXY: flag.default(false).describe('1 when a proxy of yours sets X-Forwarded-For'),
  CALLS_PER_PERSON: z.coerce
    .number()
    .int()
    .min(0)
    .default(900)
    .describe('calls that one person may make a minute, in all their sessions; 0 sets no limit'),
  CALLS_PER_SOURCE: z.coerce
    .number()
    .int()
    .min(0)
    .default(3_000)
    .describe('calls and pages that one network address may ask for a minute; 0 sets no limit'),
  PRICE_FEEDS: z
    .string()
    .default('simulated')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(['simulated', 'kraken', 'coinbase', 'coingecko', 'frankfurter'])))
    .describe(
      'where prices come from, in order: simulated, or kraken,coinbase and also coingecko, ' +
        'frankfurter',
    ),
  PRICE_BAND_BPS: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(100)
    .describe('how far feeds may be apart, in hundredths of a per cent, before nothing is quoted'),
  COINGECKO_KEY: z.string().optional().describe("a key of CoinGecko's, if you have one"),
  BRAND_DIR: z
    .string()
    .optional()
    .describe(
      'a folder of yours with brand.json, icon.svg, hero/ and legal/*.md, as brand.md tells',
    ),
  STOP_AFTER_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe(
      'how long a server that was told to stop still serves, so that a balancer sees it is ' +
        'not ready',
    ),
  WAL_ARCHIVE_DIR: z
    .string()
    .optional()
    .describe(
      'where the embedded database keeps its log for point-in-time restore, best on another ' +
        'machine',
    ),
  ALARM_MAIL: z
    .string()
    .optional()
    .transform((text) => (text ? text.split(',').map((one) => one.trim()) : []))
    .pipe(z.array(z.email()))
    .describe('who is mailed when something is wrong, with commas between; every owner unless set'),
  BACKUP_MAX_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(26)
    .describe(
      'how old the last backup may be before an alarm is raised; in the sandbox once there is one',
    ),
  SECRET_BEFORE: z
    .string()
    .optional()
    .transform((text) => (text ? text.split(',').map((one) => one.trim()) : []))
    .pipe(z.array(z.string().min(32)))
    .describe(
      'secrets of before, with commas between: what they sealed is still read, and sealed anew',
    ),
  INDEXABLE: flag
    .default(false)
    .describe('1 lets search engines list a sandbox; live is listed always'),
})

export type Config = Omit<z.infer<typeof Settings>, 'PUBLIC_URL'> & {
  PUBLIC_URL: string
  brand: Brand
}

/**
 * Reads all configuration at once; throws one error that lists everything wrong. The only reader of
 * the environment.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Settings.safeParse(values)
  const wrong = result.success
    ? [
        ...checkPorts(result.data),
        ...checkPriceFeeds(result.data),
        ...checkLiveSettings(result.data),
      ]
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const brand = readBrand(values.BRAND_DIR, wrong)

  if (result.success && result.data.MODE === 'live') {
    wrong.push(...checkOperator(brand), ...checkLiveLinks(result.data))
    if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0')
      wrong.push('NODE_TLS_REJECT_UNAUTHORIZED: live looks at every certificate; leave it unset')
  }

  if (!result.success || wrong.length > 0)
    throw new Error(
      `The configuration can't be used:\n${wrong.map((line) => `  ${line}`).join('\n')}`,
    )

  const PUBLIC_URL = result.data.PUBLIC_URL ?? `http://localhost:${result.data.PORT}`
  return { ...result.data, PUBLIC_URL, brand }
}

/** Figures have a port of their own, or everybody could read them; 0 stands for any free one. */
const checkPorts = ({ PORT, METRICS_PORT }: z.infer<typeof Settings>) =>
  METRICS_PORT === PORT && PORT !== 0
    ? [`METRICS_PORT: ${PORT} is the port that everybody uses`]
    : []

/** A quote rests on two exchanges that agree, so either both are asked, or prices are simulated. */
function checkPriceFeeds({ PRICE_FEEDS: feeds }: z.infer<typeof Settings>): string[] {
  if (new Set(feeds).size < feeds.length) return ['PRICE_FEEDS: names a feed twice']
  if (feeds.includes('simulated'))
    return feeds.length > 1 ? ['PRICE_FEEDS: simulated prices stand beside no others'] : []
  const both = feeds.includes('kraken') && feeds.includes('coinbase')
  return both ? [] : ['PRICE_FEEDS: a quote needs two exchanges: name kraken and coinbase']
}

/**
 * What real money needs and this installation, or this version of the software, doesn't have; empty
 * in the sandbox.
 */
function checkLiveSettings(settings: z.infer<typeof Settings>): string[] {
  if (settings.MODE === 'sandbox') return []

  const needed = [
    'PUBLIC_URL',
    'DATABASE_URL',
    'DATABASE_MIGRATION_URL',
    'SECRET',
    'SMTP_URL',
  ] as const

  return [
    'MODE: live needs an identity check and chain evidence, and this version of Candor has ' +
      'neither yet, so it does not start with real money',
    ...needed.filter((name) => !settings[name]).map((name) => `${name}: live needs it`),
    ...(settings.PUBLIC_URL?.startsWith('https:') === false
      ? ['PUBLIC_URL: live needs https']
      : []),
    ...(settings.PRICE_FEEDS.includes('simulated') ? ['PRICE_FEEDS: live needs real ones'] : []),
    ...(settings.ALARM_MAIL.length === 0
      ? ['ALARM_MAIL: live needs somebody whom alarms reach']
      : []),
    ...(settings.MAIL_FROM.includes('candor.example')
      ? ['MAIL_FROM: live needs your own sender']
      : []),
    ...(settings.OPERATOR_NAME === 'Candor'
      ? ["OPERATOR_NAME: live needs the operator's legal name"]
      : []),
  ]
}

/**
 * Where a password or a member's data leaves this machine, it is encrypted to somebody whose
 * certificate is known, by a login of one's own.
 */
function checkLiveLinks(settings: z.infer<typeof Settings>): string[] {
  const databases = ['DATABASE_URL', 'DATABASE_MIGRATION_URL'] as const
  const unsure = databases.flatMap((name) => {
    const lack = settings[name] && findDatabaseLinkProblem(settings[name])
    return lack ? [`${name}: ${lack}`] : []
  })

  const guessable = ([...databases, 'SMTP_URL'] as const).filter(
    (name) => settings[name] && hasGuessablePassword(settings[name]),
  )

  return [
    ...unsure,
    ...guessable.map(
      (name) => `${name}: live needs a password that nobody tries first, of 12 letters or more`,
    ),
    ...(settings.SECRET && isLowEntropySecret(settings.SECRET)
      ? ['SECRET: live needs a random one, as `openssl rand -hex 32` makes it']
      : []),
  ]
}

/**
 * Who runs this with real money is no secret: name, address, a way to reach them, and what they are
 * licensed for, or that they aren't.
 */
const checkOperator = ({ operator = {} }: Brand): string[] =>
  (['address', 'email', 'registration'] as const)
    .filter((name) => !operator[name])
    .map((name) => `BRAND_DIR: live needs operator.${name} in brand.json`)

export const settingsSchema = Settings
