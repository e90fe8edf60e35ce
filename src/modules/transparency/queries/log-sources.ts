import { createHash } from 'node:crypto'
import { SHIPPED_RULES } from '#modules/eligibility/adapters/sample-rules.ts'
import { hashShown } from '#modules/eligibility/queries.ts'
import { buildConsentStatements } from '#modules/identity/model.ts'
import { RISK_STRIP, RISK_WARNING } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { listReserves } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { getLogKeys } from '../adapters/log-keys.ts'
import { readRelease } from '../adapters/release.ts'
import { computeCoverage, type EntryKind, formatCanonicalJson, formatVkey } from '../model.ts'
import { readTransparencyReport } from '../queries.ts'
import { type LatestEntry, listDueSources, listLatestEntries, type Source } from './log.ts'

type SourceApp = Pick<App, 'db' | 'clock' | 'config' | 'prices'>

/** The kinds whose content comes from this process and not from `log_source`. */
const OWN_KINDS: readonly EntryKind[] = ['log-key', 'text', 'release', 'reserves', 'coverage']

/** Lists what the log does not show yet as it is now, in the order in which it is appended. */
export async function listNewSources(app: SourceApp, reader: Reader): Promise<Source[]> {
  const latest = await listLatestEntries(reader, OWN_KINDS)
  const sources = [
    ...buildKeySources(app),
    ...(await listTextSources(app, reader)),
    ...buildReleaseSources(),
    ...(await listReserveSources(app, reader)),
    ...(await buildCoverageSources(app, latest)),
  ]

  return [
    ...sources.filter((source) => !isLogged(latest, source)),
    ...(await listDueSources(reader)),
  ]
}

const isLogged = (latest: readonly LatestEntry[], { kind, subject, body }: Source) =>
  latest.some(
    (entry) =>
      entry.kind === kind &&
      entry.subject === subject &&
      formatCanonicalJson(entry.body) === formatCanonicalJson(body),
  )

const buildKeySources = ({ config }: SourceApp): Source[] => [
  { kind: 'log-key', subject: '', body: { vkeys: getLogKeys(config).map(formatVkey) } },
]

const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

async function listTextSources({ config }: SourceApp, reader: Reader): Promise<Source[]> {
  const versions = await getSetting(reader, config, 'legal')
  const consents = buildConsentStatements(versions).map(
    ({ document, version, statement }): Source => ({
      kind: 'text',
      subject: `consent/${document}`,
      body: { version, statement },
    }),
  )
  const legal = Object.entries(config.brand.texts).map(
    ([name, text]): Source => ({
      kind: 'text',
      subject: `legal/${name}`,
      body: { sha256: hashText(text) },
    }),
  )

  const warnings = Object.entries({ pages: RISK_STRIP, short: RISK_WARNING }).map(
    ([name, text]): Source => ({ kind: 'text', subject: `warning/${name}`, body: { text } }),
  )
  const rules: Source = {
    kind: 'text',
    subject: 'rules/shipped',
    body: { key: SHIPPED_RULES.key, sha256: hashShown(SHIPPED_RULES) },
  }

  return [...consents, ...legal, ...warnings, rules]
}

function buildReleaseSources(): Source[] {
  const release = readRelease()
  return release ? [{ kind: 'release', subject: '', body: release }] : []
}

const listReserveSources = async ({ clock }: SourceApp, reader: Reader): Promise<Source[]> =>
  (await listReserves(reader, { now: clock.now() })).map(
    ({ chain, coin, address, place, wallet, proof }) => ({
      kind: 'reserves',
      subject: `${chain}/${address}`.slice(0, 200),
      body: {
        chain,
        coin,
        address,
        place,
        wallet,
        proof: proof && {
          statement: proof.statement,
          signature: proof.signature,
          format: proof.format,
          units: String(proof.units),
          block: String(proof.block.height),
          blockHash: proof.block.hash,
          simulated: proof.simulated,
        },
      },
    }),
  )

/** Returns the figures of the open books once a day: crypto changes its price all the time. */
async function buildCoverageSources(
  app: SourceApp,
  latest: readonly LatestEntry[],
): Promise<Source[]> {
  const day = app.clock.today()
  const logged = latest.find(({ kind }) => kind === 'coverage')
  if (logged && logged.body.day === day) return []

  const { owed, held, plans, log } = await readTransparencyReport(app)
  const body = {
    day,
    owedCents: String(owed.total),
    owedAtOnceCents: String(owed.atOnce),
    investedCents: String(owed.invested),
    dueCents: String(owed.due),
    heldCents: String(held.total),
    custodyCents: String(held.custody),
    placedCents: String(held.placed),
    suspenseCents: String(held.suspense),
    heldPerDollarCents: String(computeCoverage(held.total, owed.total) ?? ''),
    places: held.places.map((one) => ({
      place: one.place,
      currency: one.currency,
      ledger: String(one.held),
      outside: one.outside && String(one.outside.units),
      asOf: one.outside?.asOf.toISOString() ?? null,
      source: one.outside?.source ?? null,
      counted: String(one.counted),
    })),
    witnesses: {
      named: log?.witnesses.length ?? 0,
      cosigned: log?.witnesses.filter(({ cosignedAt }) => cosignedAt).length ?? 0,
    },
    plans: plans.map((plan) => ({
      plan: plan.planId,
      investedCents: String(plan.invested),
      recordedCents: String(plan.recorded),
      lostCents: String(plan.lost),
      paidCents: String(plan.paid),
      dueCents: String(plan.due),
    })),
  }

  return [{ kind: 'coverage', subject: '', body }]
}
