import { DomainError, runChecks } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import { assertMayWithdraw } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { listPrincipalUnderNotice } from '#modules/plans/queries.ts'
import { type PaymentMethod, parsePaymentMethod } from '#modules/settings/model.ts'
import { getPaymentMethod, getSetting, listOwnAddresses } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  assertNoRedemptionNotice,
  assertWithdrawable,
  computeWithdrawableCents,
  createInvalidAmountError,
  parseWithdrawalAddress,
  parseWithdrawalAmount,
  SOURCES,
  type Source,
  TEXTS,
} from '../model.ts'

/** A request as it was sent, before anything about it was looked at. */
export type WithdrawalInput = {
  amount?: string
  method?: string
  address?: string
  source?: string
  /**
   * Positions to take from, in this order, once cash is used up; without them the newest give
   * first.
   */
  positions?: string[]
}

export type WithdrawalRequest = {
  amount: Cents
  terms: PaymentMethod
  source: Source
  positions: string[] | undefined
  address: string
  network: string
}

/**
 * Reads a request, refusing all its wrong fields at once: the same for who only looks as for who
 * asks.
 */
export async function parseWithdrawalRequest(
  app: App,
  memberId: string,
  input: WithdrawalInput,
): Promise<WithdrawalRequest> {
  const code = parsePaymentMethod(input.method?.trim() ?? '')
  const address = input.address?.trim()
  const missing = [
    ...(code ? [] : [{ field: 'payment_channel', message: 'Please select a payment method.' }]),
    ...(input.amount ? [] : [{ field: 'amount', message: 'Please enter an amount.' }]),
    ...(address ? [] : [{ field: 'wallet_address', message: 'Please provide a wallet address.' }]),
  ]

  const [first, ...also] = missing
  if (first || !code || !address)
    throw new DomainError('missing', 400, TEXTS.missing, first?.field, also)

  const source = SOURCES.find((one) => one === (input.source ?? 'balance'))
  if (!source)
    throw new DomainError(
      'invalid_source',
      400,
      'Please choose between balance and profit.',
      'source',
    )

  const terms = await getPaymentMethod(app.db, app.config, app.clock.now(), code)
  const around = { mode: app.config.MODE, ours: await listOwnAddresses(app.db, app.config) }
  const [amount, checked] = await runChecks(
    () => parseAvailableAmount(app.db, memberId, input.amount ?? '', { source, terms }),
    () => parseWithdrawalAddress(terms.coin, address, around, 'wallet_address'),
  )
  const positions = source === 'balance' && input.positions?.length ? input.positions : undefined

  return { amount, terms, source, positions, ...checked }
}

/** The amount as typed, which there is enough for at this moment. */
async function parseAvailableAmount(
  reader: Reader,
  memberId: string,
  text: string,
  { source, terms }: Pick<WithdrawalRequest, 'source' | 'terms'>,
): Promise<Cents> {
  const amount = parseWithdrawalAmount(text)
  const balances = await getMemberBalances(reader, memberId)
  assertWithdrawable(
    amount,
    await computeAvailableCents(reader, memberId, { amount, source }, balances),
    terms,
  )

  return amount
}

/** Refuses while withdrawals are paused, or this member's are frozen or suspended. */
export async function assertWithdrawalsOpen(app: App, memberId: string) {
  const { withdrawals: pause } = await getSetting(app.db, app.config, 'pauses')
  if (pause)
    throw new DomainError('withdrawals_paused', 409, `Withdrawals are paused: ${pause.reason}`)
  assertMayWithdraw(await getMember(app.db, memberId), app.clock.now())
}

type Balances = Awaited<ReturnType<typeof getMemberBalances>>

/** What of these balances such a request can take now. */
export async function computeAvailableCents(
  reader: Reader,
  memberId: string,
  { amount, source }: Pick<WithdrawalRequest, 'amount' | 'source'>,
  balances: Balances,
): Promise<Cents> {
  if (source === 'profit') return balances.profit
  const noticePrincipal = await listPrincipalUnderNotice(reader, memberId)
  assertNoRedemptionNotice(amount, balances, noticePrincipal)
  return computeWithdrawableCents(balances, noticePrincipal)
}

/** Cash and the positions that were picked hold less than what was asked for. */
export const createShortfallError = () =>
  createInvalidAmountError('Your cash and the positions you picked hold less.', 422)
