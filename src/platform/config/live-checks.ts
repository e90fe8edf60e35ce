import {
  findDatabaseLinkProblem,
  hasGuessablePassword,
  isLowEntropySecret,
} from '../http/outgoing-links.ts'
import type { Settings } from './settings.ts'

/**
 * The needs of an installation before it opens to members, in the order in which they are listed. A
 * refused start, `npm run doctor` and `npm run go-live` print this list.
 */
export const LIVE_REQUIREMENTS = {
  address: 'HTTPS address',
  database: 'Database over TLS',
  mail: 'Mail over TLS',
  secrets: 'Secrets',
  operator: 'Operator details',
  admins: 'Two admins with passkeys and approval keys',
  identity: 'Identity check',
  rules: 'Eligibility rules',
  lists: 'Sanctions lists',
  methods: 'Payment methods with keys',
  providers: 'Chain providers',
  prices: 'Price feeds',
  alerts: 'Alert addresses',
  backup: 'Backup younger than a day',
} as const

export type LiveRequirement = keyof typeof LIVE_REQUIREMENTS

/** A sentence about what a requirement lacks. It begins with the name of the setting, if any. */
export type LiveProblem = { requirement: LiveRequirement; text: string }

type Check = (settings: Settings) => readonly (string | false | null | undefined)[]

const GUESSABLE = 'live needs a password of 12 letters or more that is hard to guess'

/**
 * The checks of settings alone. The owner's login isn't needed: `npm run migrate` alone uses it.
 */
const CHECKS = {
  address: ({ PUBLIC_URL }) => [
    !PUBLIC_URL?.startsWith('https:') && 'PUBLIC_URL: live needs the https address people use',
  ],
  database: (settings) => [
    !settings.DATABASE_URL && 'DATABASE_URL: live needs it',
    ...(['DATABASE_URL', 'DATABASE_WATCHER_URL', 'DATABASE_MIGRATION_URL'] as const).flatMap(
      (name) => listDatabaseProblems(name, settings[name]),
    ),
  ],
  mail: ({ SMTP_URL, MAIL_FROM }) => [
    !SMTP_URL && 'SMTP_URL: live needs it',
    SMTP_URL && hasGuessablePassword(SMTP_URL) && `SMTP_URL: ${GUESSABLE}`,
    MAIL_FROM.includes('candor.example') && 'MAIL_FROM: live needs your own sender',
  ],
  secrets: (settings) => [
    !settings.SECRET && 'SECRET: live needs it',
    !settings.LOG_KEY && 'LOG_KEY: live needs it, to sign the transparency log',
    ...(['SECRET', 'LOG_KEY', 'WITNESS_KEY'] as const).map(
      (name) =>
        settings[name] &&
        isLowEntropySecret(settings[name]) &&
        `${name}: live needs a random one, as \`openssl rand -hex 32\` makes it`,
    ),
  ],
  operator: ({ OPERATOR_NAME }) => [
    OPERATOR_NAME === 'Candor' && "OPERATOR_NAME: live needs the operator's legal name",
  ],
  identity: ({ IDENTITY_PROVIDER, IDENTITY_PROVIDER_REASON, DOCUMENT_KEYS }) => [
    IDENTITY_PROVIDER === 'none' &&
      !IDENTITY_PROVIDER_REASON?.trim() &&
      'IDENTITY_PROVIDER_REASON: live needs the reason why members are not verified',
    IDENTITY_PROVIDER !== 'none' &&
      DOCUMENT_KEYS.length === 0 &&
      'DOCUMENT_KEYS: live needs a key for identity documents, as id: and ' +
        '`openssl rand -hex 32` make it',
  ],
  lists: ({ SCREENING_LISTS }) => [
    SCREENING_LISTS.length === 0 && 'SCREENING_LISTS: live needs the sanctions lists that bind you',
  ],
  methods: (settings) => [
    settings.BITCOIN_NETWORK !== 'mainnet' && 'BITCOIN_NETWORK: live needs the main network',
    (settings.ETHEREUM_CHAIN_ID !== 1 || settings.ETHEREUM_USDT_CONTRACT) &&
      'ETHEREUM_CHAIN_ID, ETHEREUM_USDT_CONTRACT: live needs the main network',
    (settings.TRON_CHAIN_ID !== 728_126_428 || settings.TRON_USDT_CONTRACT) &&
      'TRON_CHAIN_ID, TRON_USDT_CONTRACT: live needs the main network',
  ],
  alerts: ({ ALERT_MAIL }) => [
    ALERT_MAIL.length === 0 && 'ALERT_MAIL: live needs an address that receives alerts',
  ],
} satisfies Partial<Record<LiveRequirement, Check>>

/** Returns what the settings of a live installation lack, in the order of the requirements. */
export const listLiveSettingProblems = (settings: Settings): LiveProblem[] =>
  Object.entries(CHECKS).flatMap(([requirement, check]) =>
    check(settings)
      .filter((text) => typeof text === 'string' && text !== '')
      .map((text) => ({ requirement: requirement as LiveRequirement, text: String(text) })),
  )

/**
 * Lists the problems of a connection that could expose a member's data: without encryption, with an
 * unchecked certificate or with a password that is easy to guess.
 */
function listDatabaseProblems(name: string, address: string | undefined): string[] {
  if (!address) return []
  const problem = findDatabaseLinkProblem(address)

  return [
    ...(problem ? [`${name}: ${problem}`] : []),
    ...(hasGuessablePassword(address) ? [`${name}: ${GUESSABLE}`] : []),
  ]
}
