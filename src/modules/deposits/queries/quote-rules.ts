import { DomainError } from '#lib/errors.ts'
import { formatAmount } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { selectEligibility, toEligibility } from '#modules/eligibility/queries.ts'
import { assertActive } from '#modules/identity/model.ts'
import {
  assertAllConsented,
  selectConsents,
  selectMember,
  takeMember,
} from '#modules/identity/queries.ts'
import { parsePlanAmount } from '#modules/plans/model.ts'
import { selectPlanMonths, selectPlansOnOffer, takePlanOnOffer } from '#modules/plans/queries.ts'
import { type PaymentMethod, parsePaymentMethod } from '#modules/settings/model.ts'
import {
  selectPaymentTerms,
  selectSettings,
  toPaymentMethods,
  toSetting,
} from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import { TEXTS } from '../model.ts'
import { getDeposit } from '../queries.ts'

export type QuoteDeposit = {
  planId?: string
  amount?: string
  method?: string
  /** An unpaid deposit to quote again with its plan, amount and method; its own quote ends. */
  replaces?: string
}

/** Reads in one statement what decides on a quote. */
export async function loadQuoteRules({ db, config, clock }: App, { id }: Actor, planId: string) {
  const { settings, member, ...rows } = await readBatch(db, {
    ...selectPaymentTerms(db),
    settings: selectSettings(db, ['legal', 'countries', 'pauses']),
    member: selectMember(db, id),
    consents: selectConsents(db, id),
    offers: selectPlansOnOffer(db, clock.today()),
    months: selectPlanMonths(planId),
    ...selectEligibility(id, { clock }),
  })

  return {
    member: takeMember(member),
    legal: toSetting(config, 'legal', settings),
    countries: toSetting(config, 'countries', settings),
    pauses: toSetting(config, 'pauses', settings),
    methods: toPaymentMethods(config, clock.now(), rows),
    consents: rows.consents,
    offers: rows.offers,
    months: rows.months,
    eligibility: toEligibility(id, rows),
  }
}

type QuoteRules = Awaited<ReturnType<typeof loadQuoteRules>>

/**
 * Throws unless the member is active, has accepted the current terms, and lives where deposits are
 * open.
 */
export function assertMayDeposit({ member, legal, consents, countries }: QuoteRules) {
  assertActive(member)
  assertAllConsented(legal, consents)

  if (countries.blocked.includes(member.country))
    throw new DomainError(
      'country_refused',
      403,
      'We don’t accept new deposits from your country. You can still withdraw what you have.',
    )
}

export async function loadReplacedQuote(
  app: App,
  member: Actor,
  depositId: string,
): Promise<QuoteDeposit> {
  const replaced = await getDeposit(app.db, member.id, depositId, app.clock.now())
  return {
    planId: replaced.planVersionId,
    amount: formatAmount(replaced.amount, 'USD'),
    method: replaced.method,
  }
}

export function validateQuoteInput({ pauses, offers, methods }: QuoteRules, input: QuoteDeposit) {
  const code = parsePaymentMethod(input.method?.trim() ?? '')
  const field = !input.planId
    ? 'selected_plan'
    : !code
      ? 'payment_method'
      : !input.amount
        ? 'amount'
        : null

  if (field || !code)
    throw new DomainError('missing', 400, TEXTS.missing, field ?? 'payment_method')

  const { deposits: pause } = pauses
  if (pause) throw new DomainError('deposits_paused', 409, `Deposits are paused: ${pause.reason}`)

  const plan = takePlanOnOffer(input.planId ?? '', offers, 'selected_plan')
  const amount = parsePlanAmount(plan, input.amount ?? '')
  const method = methods.find((one) => one.method === code) as PaymentMethod

  if (!method.open)
    throw new DomainError(
      'method_closed',
      409,
      `${method.label} isn’t available at the moment.`,
      'payment_method',
    )

  return { plan, amount, method }
}
