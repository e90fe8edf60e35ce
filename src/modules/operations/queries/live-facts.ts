import { DAY_MS, formatUtcMinute } from '#lib/dates.ts'
import { listApprovalKeys, listKeyGenerations } from '#modules/approvals/queries.ts'
import { testProvider } from '#modules/chains/queries.ts'
import { listScreeningLists } from '#modules/compliance/queries.ts'
import { listSampleTexts, type RuleSet } from '#modules/eligibility/model.ts'
import { listCurrentRules } from '#modules/eligibility/queries.ts'
import { countPasskeyDeciders } from '#modules/identity/queries.ts'
import { listUnpricedCoins } from '#modules/market/queries.ts'
import { getDefaultChain, type PaymentMethod } from '#modules/settings/model.ts'
import { getSetting, listPaymentMethods } from '#modules/settings/queries.ts'
import { countLeftChecks } from '#modules/verification/queries.ts'
import type { App } from '#platform/app.ts'
import type { LiveRequirement } from '#platform/config/live-checks.ts'
import { verifyMailServer } from '#platform/mail/mail.ts'
import { formatDuration, LIMITS } from '../model.ts'
import { findLastBackup } from './backups.ts'

/** Returns a sentence for each thing that a requirement lacks in the database or outside. */
type FactCheck = (app: App) => Promise<string[]>

const MIN_ADMINS = 2
const PROVIDER_SETTINGS = {
  bitcoin: 'BITCOIN_PROVIDERS',
  ethereum: 'ETHEREUM_PROVIDERS',
  tron: 'TRON_PROVIDERS',
} as const
type ProviderChain = keyof typeof PROVIDER_SETTINGS
const PROVIDER_CHAINS = Object.keys(PROVIDER_SETTINGS) as ProviderChain[]

/** The checks of what settings alone don't show. The settings that they read are complete. */
export const LIVE_FACTS: Partial<Record<LiveRequirement, FactCheck>> = {
  mail: async ({ config }) => {
    try {
      await verifyMailServer(config.SMTP_URL ?? '', true)
      return []
    } catch (error) {
      const { hostname } = new URL(config.SMTP_URL ?? '')
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
      return [`SMTP_URL: ${hostname} doesn't accept a login over TLS (${code})`]
    }
  },
  admins: async (app) => {
    const count = await countPasskeyDeciders(app.db, app.config, app.clock.now())
    if (count >= MIN_ADMINS) return []

    const reset = await findOpenReset(app)
    return [
      `${count} of ${MIN_ADMINS} owners or finance admins with a passkey and an active ` +
        'approval key' +
        (reset
          ? `; all approval keys were ended ${formatUtcMinute(reset.startedAt)}: ${reset.reason}`
          : ''),
    ]
  },
  identity: async ({ db, clock, config }) => {
    const { identityDays } = await getSetting(db, config, 'retention')
    const { open, toForget } = await countLeftChecks(db, {
      provider: config.IDENTITY_PROVIDER,
      before: new Date(clock.now().getTime() - identityDays * DAY_MS),
      now: clock.now(),
    })
    const needed = 'SUMSUB_APP_TOKEN and SUMSUB_SECRET_KEY'
    return [
      ...(open > 0
        ? [
            `${open} verifications wait at Sumsub, which IDENTITY_PROVIDER no longer names: the ` +
              `worker ends those without a result; ${needed} let it read the others`,
          ]
        : []),
      ...(toForget > 0
        ? [`${toForget} verifications are to be deleted at Sumsub: the worker needs ${needed}`]
        : []),
    ]
  },
  rules: async ({ db, clock, config }) => {
    const today = clock.today()
    const rules = (await listCurrentRules(db, today))
      .filter(({ effectiveFrom }) => effectiveFrom <= today)
      .map((published) => published.rules)
    const samples = rules.filter(({ sample }) => sample)
    const marked = rules.filter((one) => !one.sample && listSampleTexts(one).length > 0)
    const unreachable = config.IDENTITY_PROVIDER === 'none' ? rules.filter(hasLevels) : []
    return [
      ...samples.map(({ name }) => `the rules ‘${name}’ are a sample; two admins publish yours`),
      ...marked.map(
        (one) =>
          `the rules ‘${one.name}’ still have sample texts (${formatPaths(one)}); two admins ` +
          'publish yours',
      ),
      ...unreachable.map(
        ({ name }) =>
          `IDENTITY_PROVIDER is none, and the rules ‘${name}’ ask for verification: publish ` +
          'rules without levels',
      ),
      ...(rules.some(({ countries }) => countries.includes('*'))
        ? []
        : ['the rules of all other countries (*) are the sample; two admins publish yours']),
    ]
  },
  lists: async ({ db, config }) => {
    const loaded = new Set((await listScreeningLists(db)).map(({ source }) => source))
    return config.SCREENING_LISTS.filter(({ kind }) => !loaded.has(kind)).map(
      ({ kind }) =>
        `SCREENING_LISTS: the list ${kind} isn't loaded; the worker loads it at its start`,
    )
  },
  methods: async (app) =>
    (await listOpenMethods(app)).length > 0
      ? []
      : ['no payment method has a key or receiving address in effect; two admins enter one'],
  providers: async (app) => {
    const needed = (await listOpenMethods(app)).map(findChain)
    const missing = PROVIDER_CHAINS.filter(
      (chain) => needed.includes(chain) && app.chains[chain].length === 0,
    ).map((chain) => `${PROVIDER_SETTINGS[chain]}: an open payment method needs a provider`)
    const configured = PROVIDER_CHAINS.flatMap((chain) =>
      app.chains[chain].map(({ name }) => ({ chain, name })),
    )
    if (configured.length === 0)
      return ['BITCOIN_PROVIDERS, ETHEREUM_PROVIDERS or TRON_PROVIDERS: live needs one']

    const tested = await Promise.all(
      configured.map(async (provider) => ({ ...provider, ...(await testProvider(app, provider)) })),
    )
    const silent = tested
      .filter(({ problem }) => problem !== null)
      .map(({ chain, name, problem }) => `${PROVIDER_SETTINGS[chain]}: ${name}: ${problem}`)

    return [...missing, ...silent]
  },
  prices: async (app) => {
    const coins = await listUnpricedCoins(app)
    return coins.length > 0 ? [`PRICE_FEEDS: no two feeds agree on ${coins.join(', ')}`] : []
  },
  backup: async ({ db, clock }) => {
    const last = await findLastBackup(db)
    if (!last) return ['none was made; run npm run backup']

    const age = clock.now().getTime() - last.getTime()
    return age > DAY_MS ? [`the last one was made ${formatDuration(age)} ago`] : []
  },
}

/**
 * Returns the last end of all approval keys while it explains missing ones: until its alert closes,
 * and until keys of two admins that were added after it have signed or could sign.
 */
async function findOpenReset({ db, clock }: App) {
  const [reset] = await listKeyGenerations(db)
  if (!reset) return null

  const now = clock.now()
  if (now.getTime() - reset.startedAt.getTime() <= LIMITS.keysResetMs) return reset

  const active = (await listApprovalKeys(db)).filter(
    ({ kind, generation, usableFrom, publishedFrom, ended }) =>
      kind === 'passkey' &&
      generation === reset.generation &&
      [usableFrom, publishedFrom].every((from) => from !== null && from <= (ended?.at ?? now)),
  )
  return new Set(active.map(({ adminId }) => adminId)).size < MIN_ADMINS ? reset : null
}

const formatPaths = (rules: RuleSet): string =>
  listSampleTexts(rules)
    .map((path) => path.join('.'))
    .join(', ')

const hasLevels = ({ operations }: RuleSet): boolean =>
  Object.values(operations).some(({ levels }) => levels.some(({ level }) => level !== 'none'))

const listOpenMethods = async ({ db, config, clock }: App): Promise<PaymentMethod[]> =>
  (await listPaymentMethods(db, config, clock.now())).filter(({ open }) => open)

/** Returns the chain that a method is paid on. Addresses of TRON begin with T. */
const findChain = ({ method, source, address }: PaymentMethod) =>
  source?.chain ?? (address?.startsWith('T') ? 'tron' : getDefaultChain(method))
