import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import { assertMayWithdraw } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { memberBalances } from '#modules/ledger/queries.ts'
import { listPrincipalUnderNotice } from '#modules/plans/queries.ts'
import { type PaymentMethod, paymentMethodOf } from '#modules/settings/model.ts'
import { getPaymentMethod, getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db.ts'
import {
  addressFor,
  amountOf,
  assertNoNoticeNeeded,
  invalidAmount,
  SOURCES,
  type Source,
  TEXTS,
  withoutNotice,
} from '../model.ts'

/** A request as it was sent, before anything about it was looked at. */
export type Asked = {
  amount?: string
  method?: string
  address?: string
  source?: string
  /** Positions to take from, in this order, once cash is used up; without them the newest give first. */
  positions?: string[]
}

export type Wanted = {
  amount: Cents
  terms: PaymentMethod
  source: Source
  positions: string[] | undefined
  address: string
  network: string
}

/** Reads a request, each field with its own refusal: the same for who only looks as for who asks. */
export async function wantedOf(app: App, asked: Asked): Promise<Wanted> {
  const code = paymentMethodOf(asked.method?.trim() ?? '')
  const address = asked.address?.trim()
  const field = !code ? 'payment_channel' : !asked.amount ? 'amount' : !address ? 'wallet_address' : null
  if (field || !code || !address)
    throw new DomainError('missing', 400, TEXTS.missing, field ?? 'wallet_address')
  const source = SOURCES.find((one) => one === (asked.source ?? 'balance'))
  if (!source)
    throw new DomainError('invalid_source', 400, 'Please choose between balance and profit.', 'source')
  const amount = amountOf(asked.amount ?? '')
  const terms = await getPaymentMethod(app.db, app.config, app.clock.now(), code)
  const checked = addressFor(terms.coin, address, app.config.MODE, 'wallet_address')
  const positions = source === 'balance' && asked.positions?.length ? asked.positions : undefined
  return { amount, terms, source, positions, ...checked }
}

/** Refuses while withdrawals are paused, or this member's are frozen or suspended. */
export async function assertOpenFor(app: App, memberId: string) {
  const { withdrawals: pause } = await getSetting(app.db, app.config, 'pauses')
  if (pause) throw new DomainError('withdrawals_paused', 409, `Withdrawals are paused: ${pause.reason}`)
  assertMayWithdraw(await getMember(app.db, memberId), app.clock.now())
}

type Balances = Awaited<ReturnType<typeof memberBalances>>

/** What of these balances such a request can take now. */
export async function availableNow(
  reader: Reader,
  memberId: string,
  { amount, source }: Wanted,
  balances: Balances,
): Promise<Cents> {
  if (source === 'profit') return balances.profit
  const underNotice = await listPrincipalUnderNotice(reader, memberId)
  assertNoNoticeNeeded(amount, balances, underNotice)
  return withoutNotice(balances, underNotice)
}

/** Cash and the positions that were picked hold less than what was asked for. */
export const tooLittle = () => invalidAmount('Your cash and the positions you picked hold less.', 422)
