import {
  findDatabaseLinkProblem,
  hasGuessablePassword,
  isLowEntropySecret,
  isUnprotectedUrl,
} from '../http/outgoing-links.ts'
import type { Settings } from './settings.ts'

/** The owner's login isn't among them: `npm run migrate` alone needs it. */
const REQUIRED = ['PUBLIC_URL', 'DATABASE_URL', 'SECRET', 'SMTP_URL', 'LOG_KEY'] as const

/** Returns the problems that prevent an installation from running with real money. */
export function listLiveProblems(settings: Settings): string[] {
  if (settings.MODE === 'sandbox') return []

  return [
    'MODE: live needs an identity check, and this version of Candor has none yet, so it does not ' +
      'start with real money',
    ...REQUIRED.filter((name) => !settings[name]).map((name) => `${name}: live needs it`),
    ...listShippedValues(settings),
    ...listLinkProblems(settings),
  ]
}

/** Lists the settings whose shipped value doesn't suit a live installation. */
function listShippedValues(settings: Settings): string[] {
  const problems: string[] = []

  if (settings.PUBLIC_URL?.startsWith('https:') === false)
    problems.push('PUBLIC_URL: live needs https')
  if (settings.ALERT_MAIL.length === 0)
    problems.push('ALERT_MAIL: live needs an address that receives alerts')
  if (settings.SCREENING_LISTS.length === 0)
    problems.push('SCREENING_LISTS: live needs the sanctions lists that bind you')
  if (settings.MAIL_FROM.includes('candor.example'))
    problems.push('MAIL_FROM: live needs your own sender')
  if (settings.BITCOIN_NETWORK !== 'mainnet')
    problems.push('BITCOIN_NETWORK: live needs the main network')
  if (settings.ETHEREUM_CHAIN_ID !== 1 || settings.ETHEREUM_USDT_CONTRACT)
    problems.push('ETHEREUM_CHAIN_ID, ETHEREUM_USDT_CONTRACT: live needs the main network')
  if (settings.TRON_CHAIN_ID !== 728_126_428 || settings.TRON_USDT_CONTRACT)
    problems.push('TRON_CHAIN_ID, TRON_USDT_CONTRACT: live needs the main network')
  if (settings.OPERATOR_NAME === 'Candor')
    problems.push("OPERATOR_NAME: live needs the operator's legal name")

  return problems
}

/**
 * Lists the connections that could expose a password or a member's data: without encryption, with
 * an unchecked certificate or with a password that is easy to guess.
 */
function listLinkProblems(settings: Settings): string[] {
  const databases = ['DATABASE_URL', 'DATABASE_WATCHER_URL', 'DATABASE_MIGRATION_URL'] as const
  const unprotected = databases.flatMap((name) => {
    const problem = settings[name] && findDatabaseLinkProblem(settings[name])
    return problem ? [`${name}: ${problem}`] : []
  })

  const guessable = ([...databases, 'SMTP_URL'] as const)
    .filter((name) => settings[name] && hasGuessablePassword(settings[name]))
    .map((name) => `${name}: live needs a password of 12 letters or more that is hard to guess`)

  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = settings
  const weak = (['SECRET', 'LOG_KEY', 'WITNESS_KEY'] as const).filter(
    (name) => settings[name] && isLowEntropySecret(settings[name]),
  )

  return [
    ...unprotected,
    ...guessable,
    ...weak.map((name) => `${name}: live needs a random one, as \`openssl rand -hex 32\` makes it`),
    ...settings.LOG_WITNESSES.filter(({ url }) => isUnprotectedUrl(url)).map(
      ({ url }) => `LOG_WITNESSES: live needs https to ${url}`,
    ),
    ...(collector && isUnprotectedUrl(collector)
      ? ['OTEL_EXPORTER_OTLP_ENDPOINT: live needs https to a collector on another machine']
      : []),
  ]
}
