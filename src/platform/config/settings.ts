import { z } from 'zod'
import { BITCOIN_NETWORK_NAMES } from '#lib/addresses.ts'
import { chainProviderList } from './chain-provider-list.ts'
import { documentKeyList } from './document-key-list.ts'
import { levelNameList } from './level-name-list.ts'
import { buildSourceList } from './source-list.ts'
import { vkeyList, witnessList } from './vkey-lists.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true')

/** A name and a printable value, whose other characters are percent-encoded. */
const HEADER = /^([\w!#$&'*+.^`|~-]+)\s*=\s*((?:%(?:[2-6]\d|[2-6][a-f]|7[\da-e])|[!-$&-~ ])+)$/i

/** Reads `name=value,name=value`, the form of OpenTelemetry: values are percent-encoded. */
function parseHeaders(text: string, addIssue: (message: string) => void): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  const headers = pairs.map((pair): [string, string] => {
    const [, name = '', value = ''] = HEADER.exec(pair.trim()) ?? []

    return [name, decodeURIComponent(value)]
  })
  if (headers.some(([name]) => name === '')) addIssue('is not name=value,name=value')

  return Object.fromEntries(headers)
}

/**
 * The environment variables that the server reads, with their meaning. A test compares
 * `docs/operating/configuration.md` with this list.
 */
export const settingsSchema = z.object({
  MODE: z
    .enum(['sandbox', 'live'])
    .default('sandbox')
    .describe('sandbox: simulated money; live: real money, see go-live.md'),
  PORT: port.default(3000).describe('where the server listens'),
  HOST: z.string().default('127.0.0.1').describe('the address the server listens on'),
  METRICS_PORT: port
    .optional()
    .describe('where metrics for Prometheus are served, on the same HOST; off unless set'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe('the address people use; http://localhost:PORT unless set'),
  DATA_DIR: z
    .string()
    .default('data')
    .describe('uploads without S3_BUCKET and, when embedded, the database'),
  ASSETS_DIR: z
    .string()
    .optional()
    .describe('the hashed assets of all installed releases, for pages that are still open'),
  ANCHOR_DIR: z
    .string()
    .optional()
    .describe(
      'the folder of the daily anchors of the ledger, best on another machine; ' +
        'S3_BUCKET or DATA_DIR/anchors unless set',
    ),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('a PostgreSQL 15 to 18 of your own, as the application role'),
  DATABASE_URL_FILE: z.string().optional().describe('a file with DATABASE_URL'),
  DATABASE_WATCHER_URL: z
    .string()
    .optional()
    .describe('the same database as the login that records what chains show; live needs it'),
  DATABASE_WATCHER_URL_FILE: z.string().optional().describe('a file with DATABASE_WATCHER_URL'),
  DATABASE_MIGRATION_URL: z
    .string()
    .optional()
    .describe('the same database as the role that owns the tables'),
  DATABASE_MIGRATION_URL_FILE: z.string().optional().describe('a file with DATABASE_MIGRATION_URL'),
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
    .describe('keys of codes and 2FA secrets; made at first start below DATA_DIR unless set'),
  SECRET_FILE: z.string().optional().describe('a file with SECRET'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'smtp(s)://user:password@host:port; without it the sandbox stores mail in /dev/mailbox',
    ),
  SMTP_URL_FILE: z.string().optional().describe('a file with SMTP_URL'),
  MAIL_FROM: z
    .string()
    .default('Candor <no-reply@candor.example>')
    .describe('sender of every mail'),
  OPERATOR_NAME: z.string().default('Candor').describe("the operator's legal name"),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('minimum level of log lines'),
  SLOW_STATEMENT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_000)
    .describe('time from which a database statement is logged, without its values; 0 logs none'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('a collector of OpenTelemetry that receives traces as JSON; none unless set'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .transform((text = '', { addIssue }) => parseHeaders(text, addIssue))
    .describe('headers sent to the collector, as name=value,name=value'),
  OTEL_EXPORTER_OTLP_HEADERS_FILE: z
    .string()
    .optional()
    .describe('a file with OTEL_EXPORTER_OTLP_HEADERS'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('the share of requests and jobs that are traced, from 0 to 1'),
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
  COINGECKO_KEY_FILE: z.string().optional().describe('a file with COINGECKO_KEY'),
  SCREENING_LISTS: buildSourceList(['ofac', 'un', 'eu', 'uk']).describe(
    'the official sanctions lists that members are screened against, as ' +
      'ofac=/srv/lists/sdn.xml,un=https://…; the sandbox has invented ones unless set',
  ),
  SCREENING_LISTS_FILE: z.string().optional().describe('a file with SCREENING_LISTS'),
  IDENTITY_PROVIDER: z
    .enum(['desk', 'sumsub', 'none'])
    .default('desk')
    .describe('who verifies members: your staff at a desk, Sumsub, or none'),
  IDENTITY_PROVIDER_REASON: z
    .string()
    .max(500)
    .optional()
    .describe('why IDENTITY_PROVIDER is none; live needs it then'),
  DOCUMENT_KEYS: documentKeyList.describe(
    'keys that encrypt identity documents, as id:64 hex digits,…; the first one encrypts, all ' +
      'decrypt; live needs it, the sandbox derives one from SECRET',
  ),
  DOCUMENT_KEYS_FILE: z.string().optional().describe('a file with DOCUMENT_KEYS'),
  SUMSUB_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.sumsub.com')
    .describe('the address of Sumsub’s API; https in live'),
  SUMSUB_APP_TOKEN: z.string().optional().describe('the app token of Sumsub'),
  SUMSUB_APP_TOKEN_FILE: z.string().optional().describe('a file with SUMSUB_APP_TOKEN'),
  SUMSUB_SECRET_KEY: z.string().optional().describe('the secret key of that token'),
  SUMSUB_SECRET_KEY_FILE: z.string().optional().describe('a file with SUMSUB_SECRET_KEY'),
  SUMSUB_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('the secret of the webhook to /api/webhooks/sumsub'),
  SUMSUB_WEBHOOK_SECRET_FILE: z.string().optional().describe('a file with SUMSUB_WEBHOOK_SECRET'),
  SUMSUB_LEVELS: levelNameList.describe(
    'the names of Sumsub’s levels, as basic=…,full=…,source_of_funds=…',
  ),
  BITCOIN_PROVIDERS: chainProviderList(['esplora', 'core']).describe(
    'Bitcoin’s providers, in order, as ' +
      'esplora=https://…/api,core=http://user:password@host:8332; the first is the primary one',
  ),
  BITCOIN_NETWORK: z
    .enum(BITCOIN_NETWORK_NAMES)
    .default('mainnet')
    .describe(
      'the network of those providers, one of ' +
        BITCOIN_NETWORK_NAMES.join(', ') +
        '; live needs mainnet',
    ),
  BITCOIN_PROVIDERS_FILE: z.string().optional().describe('a file with BITCOIN_PROVIDERS'),
  ETHEREUM_PROVIDERS: chainProviderList(['rpc']).describe(
    'nodes with the JSON-RPC of Ethereum, in order, as rpc=https://…,rpc=https://…; the first is ' +
      'the primary one',
  ),
  ETHEREUM_PROVIDERS_FILE: z.string().optional().describe('a file with ETHEREUM_PROVIDERS'),
  ETHEREUM_CHAIN_ID: z.coerce
    .number()
    .int()
    .min(1)
    .default(1)
    .describe('the chain of those nodes; 1 is the main network, which live needs'),
  ETHEREUM_USDT_CONTRACT: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .optional()
    .describe('the contract of USDT on a test network of Ethereum; Tether’s unless set'),
  TRON_PROVIDERS: chainProviderList(['rpc', 'trongrid']).describe(
    'nodes with java-tron’s JSON-RPC and services with TronGrid’s REST API, in order, as ' +
      'rpc=https://…,trongrid=https://…',
  ),
  TRON_PROVIDERS_FILE: z.string().optional().describe('a file with TRON_PROVIDERS'),
  TRON_CHAIN_ID: z.coerce
    .number()
    .int()
    .min(1)
    .default(728_126_428)
    .describe('the chain of those nodes; 728126428 is the main network, which live needs'),
  TRON_USDT_CONTRACT: z
    .string()
    .regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    .optional()
    .describe('the contract of USDT on a test network of TRON; Tether’s unless set'),
  TRONGRID_KEY: z.string().optional().describe('the key of TronGrid, sent to trongrid.io alone'),
  TRONGRID_KEY_FILE: z.string().optional().describe('a file with TRONGRID_KEY'),
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
  ALERT_MAIL: z
    .string()
    .optional()
    .transform((text) => (text ? text.split(',').map((one) => one.trim()) : []))
    .pipe(z.array(z.email()))
    .describe('addresses that receive alerts, separated by commas; every owner unless set'),
  ALERT_WEBHOOK: z
    .string()
    .optional()
    .transform((text) => (text ? text.split(',').map((one) => one.trim()) : []))
    .pipe(z.array(z.url({ protocol: /^https?$/ })))
    .describe(
      'addresses that receive alerts as JSON with a text, as Slack and Mattermost take them, ' +
        'separated by commas; https in live',
    ),
  ALERT_WEBHOOK_FILE: z.string().optional().describe('a file with ALERT_WEBHOOK'),
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
  SECRET_BEFORE_FILE: z.string().optional().describe('a file with SECRET_BEFORE'),
  LOG_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'the key that signs the transparency log, outside the database; live needs it, and the ' +
        'sandbox derives it from SECRET unless set. See verifying.md',
    ),
  LOG_KEY_FILE: z.string().optional().describe('a file with LOG_KEY'),
  LOG_KEY_BEFORE: z
    .string()
    .optional()
    .transform((text) => (text ? text.split(',').map((one) => one.trim()) : []))
    .pipe(z.array(z.string().min(32)))
    .describe('previous keys of the log, separated by commas: they still sign beside the new one'),
  LOG_KEY_BEFORE_FILE: z.string().optional().describe('a file with LOG_KEY_BEFORE'),
  LOG_WITNESSES: witnessList.describe(
    'the witnesses that cosign the log, each as its verifier key, a blank and its address, ' +
      'separated by commas',
  ),
  WITNESS_LOGS: vkeyList.describe(
    'verifier keys of logs of others that this installation cosigns, separated by commas',
  ),
  WITNESS_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('the key that cosigns logs of others; derived from LOG_KEY or SECRET unless set'),
  WITNESS_KEY_FILE: z.string().optional().describe('a file with WITNESS_KEY'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket')
    .optional()
    .describe(
      'the bucket of uploads and anchors, so that several machines need no shared disk; ' +
        'folders below DATA_DIR unless set. See several-machines.md',
    ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address of the S3-compatible storage, without the bucket; https in live'),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'is not the name of a region')
    .default('us-east-1')
    .describe('region of the bucket; each signature includes it'),
  S3_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/, 'is a path of letters, digits, - and _')
    .optional()
    .describe('the folder of this installation in the bucket; two must not share one'),
  S3_PATH_STYLE: flag
    .default(false)
    .describe('1 puts the bucket into the path instead of the host name, as MinIO and Ceph do'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('the key that may use the bucket'),
  S3_ACCESS_KEY_ID_FILE: z.string().optional().describe('a file with S3_ACCESS_KEY_ID'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('the secret of that key'),
  S3_SECRET_ACCESS_KEY_FILE: z.string().optional().describe('a file with S3_SECRET_ACCESS_KEY'),
  S3_ENCRYPTION: z
    .enum(['AES256', 'aws:kms'])
    .optional()
    .describe('server-side encryption that is requested for each file'),
  INDEXABLE: flag
    .default(false)
    .describe('1 lets search engines list a sandbox; live is listed always'),
})

export type Settings = z.infer<typeof settingsSchema>
