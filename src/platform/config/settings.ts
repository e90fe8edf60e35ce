import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true')

/**
 * The environment variables that the server reads, with their meaning. A test compares
 * `docs/operating/configuration.md` with this list.
 */
export const settingsSchema = z.object({
  MODE: z
    .enum(['sandbox', 'live'])
    .default('sandbox')
    .describe('sandbox: simulated money; live: real money, which this version refuses'),
  PORT: port.default(3000).describe('where the server listens'),
  HOST: z.string().default('127.0.0.1').describe('the address the server listens on'),
  METRICS_PORT: port
    .optional()
    .describe('where metrics for Prometheus are served, on the same HOST; off unless set'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe('the address people use; http://localhost:PORT unless set'),
  DATA_DIR: z.string().default('data').describe('uploads and, when embedded, the database'),
  ANCHOR_DIR: z
    .string()
    .optional()
    .describe(
      'the folder of the daily anchors of the ledger, best on another machine; ' +
        'DATA_DIR/anchors unless set',
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
    .describe('maximum number of database connections'),
  SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('keys of codes and second factors; made at first start below DATA_DIR unless set'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'smtp(s)://user:password@host:port; without it the sandbox stores mail in /dev/mailbox',
    ),
  MAIL_FROM: z
    .string()
    .default('Candor <no-reply@candor.example>')
    .describe('sender of every mail'),
  OPERATOR_NAME: z.string().default('Candor').describe("the operator's legal name"),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('minimum level of log lines'),
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
    .describe('a folder with your brand.json, icon.svg, hero/ and legal/*.md; see brand.md'),
  STOP_AFTER_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe(
      'how long a stopping server still serves, so that a load balancer sees that it is ' +
        'not ready',
    ),
  WAL_ARCHIVE_DIR: z
    .string()
    .optional()
    .describe(
      'where the embedded database archives its log for point-in-time recovery, best on ' +
        'another machine',
    ),
  ALERT_MAIL: z
    .string()
    .optional()
    .transform((text) => (text ? text.split(',').map((one) => one.trim()) : []))
    .pipe(z.array(z.email()))
    .describe('addresses that receive alerts, separated by commas; every owner unless set'),
  BACKUP_MAX_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(26)
    .describe('maximum age of the last backup before an alert; in the sandbox after the first one'),
  SECRET_BEFORE: z
    .string()
    .optional()
    .transform((text) => (text ? text.split(',').map((one) => one.trim()) : []))
    .pipe(z.array(z.string().min(32)))
    .describe(
      'previous secrets, separated by commas: their data is still decrypted, and encrypted again',
    ),
  INDEXABLE: flag
    .default(false)
    .describe('1 lets search engines list a sandbox; live is listed always'),
})

export type Settings = z.infer<typeof settingsSchema>
