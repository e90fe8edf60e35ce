import { listProposals } from '#modules/approvals/queries.ts'
import { listAddressSupplies, listProviderHealth } from '#modules/chains/queries.ts'
import { PAYMENT_METHODS, parseAddressSource, parseLoosening } from '#modules/settings/model.ts'
import {
  findSettingChange,
  findTerms,
  getSetting,
  listAddressSources,
  listOpenChanges,
  listPaymentMethods,
  listReceivingAddresses,
} from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  describeAddressSource,
  describeLoosening,
  FORM_SETTINGS,
  isSourceChange,
  parseAddressChange,
} from './model.ts'

const toVersion = (changed: { at: Date } | null) => changed?.at.toISOString() ?? ''

/** Returns settings, pauses, payment methods and receiving addresses with their last changes. */
export async function getOperatorSettings(app: Pick<App, 'db' | 'config' | 'clock' | 'chains'>) {
  const { db, config, clock } = app
  const settings = await Promise.all(
    FORM_SETTINGS.map(async (name) => {
      const changed = await findSettingChange(db, name)
      const value: Record<string, unknown> = { ...(await getSetting(db, config, name)) }
      return { name, value, changed, version: toVersion(changed) }
    }),
  )

  const methods = await listPaymentMethods(db, config, clock.now())
  const changedTerms = new Map(
    await Promise.all(
      PAYMENT_METHODS.map(
        async (method) => [method, (await findTerms(db, method, clock.now())).changed] as const,
      ),
    ),
  )

  return {
    mode: config.MODE,
    settings,
    pauses: await getSetting(db, config, 'pauses'),
    methods: methods.map((one) => {
      const changed = changedTerms.get(one.method) ?? null
      return { ...one, changed, version: toVersion(changed) }
    }),
    addresses: await listReceivingAddresses(db),
    sources: await listAddressSources(db),
    supplies: await listAddressSupplies(app),
    providers: await listProviderHealth(app, db),
    waiting: await listWaitingAddresses(db, clock.now()),
    pending: await listPendingChanges(db, clock.now()),
  }
}

async function listWaitingAddresses(reader: Reader, now: Date) {
  const open = await listProposals(reader, now, { state: 'waiting', limit: 200 })

  return open
    .filter(({ permission }) => permission === 'receiving-address.change')
    .map(({ id, content, proposerLabel, proposedAt }) => ({
      ...parseWaitingChange(content),
      proposal: id,
      by: proposerLabel,
      at: proposedAt,
    }))
}

/** Returns the method of a proposed change with its address, or its source in one line. */
const parseWaitingChange = (content: Readonly<Record<string, unknown>>) => {
  const change = parseAddressChange(content)
  return isSourceChange(content)
    ? { ...change, address: describeAddressSource(parseAddressSource(content)) }
    : change
}

/** Returns the looser controls that wait for another admin, then those that wait for their time. */
async function listPendingChanges(reader: Reader, now: Date) {
  const open = await listProposals(reader, now, { state: 'waiting', limit: 200 })
  const waiting = open
    .filter(({ permission }) => permission === 'setting.loosen')
    .map(({ id, content, proposerLabel, proposedAt }) => ({
      _id: id,
      ...describeLoosening(parseLoosening(content)),
      proposedBy: proposerLabel,
      proposedAt,
      approvedBy: null,
      effectiveFrom: null,
    }))

  const approved = (await listOpenChanges(reader)).map((change) => ({
    _id: change.id,
    ...describeLoosening(change),
    proposedBy: change.proposer,
    proposedAt: change.approvedAt,
    approvedBy: change.decider,
    effectiveFrom: change.effectiveFrom,
  }))

  return [...waiting, ...approved]
}
