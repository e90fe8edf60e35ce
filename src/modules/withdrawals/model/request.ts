import { DomainError, runChecks } from '#lib/errors.ts'
import type { Cents, Coin } from '#lib/money.ts'
import { METHOD_FACTS, type PaymentMethod, parsePaymentMethod } from '#modules/settings/model.ts'
import { type AddressRules, parseWithdrawalAddress } from './address.ts'
import {
  assertNoRedemptionNotice,
  assertWithdrawable,
  computeWithdrawableCents,
  type NoticePrincipal,
  parseWithdrawalAmount,
} from './amount.ts'
import { SOURCES, type Source } from './source.ts'
import { parseRequiredFields, type WithdrawalInput } from './withdrawal-input.ts'

/** A valid request that the member's funds cover. */
export type WithdrawalRequest = {
  amount: Cents
  terms: PaymentMethod
  source: Source
  positions: string[] | undefined
  address: string
  network: string
}

/** The settings that a request is read by. */
export type RequestRules = AddressRules & { methods: readonly PaymentMethod[] }

/** A member's funds, in cents. */
export type Funds = {
  cash: Cents
  principal: Cents
  profit: Cents
  noticePrincipal: readonly NoticePrincipal[]
}

/** Returns the coin of the requested payment method; null for none or an unknown one. */
export function findRequestedCoin({ method }: WithdrawalInput): Coin | null {
  const code = parsePaymentMethod(method?.trim() ?? '')
  return code ? METHOD_FACTS[code].coin : null
}

/**
 * Reads a request and checks it against the member's funds; all wrong fields are in one error.
 * Throws `missing`, `invalid_source`, `invalid_amount` and `invalid_address` (400),
 * `notice_needed` (409), and `invalid_amount` (422) for more than is available.
 */
export async function parseWithdrawalRequest(
  input: WithdrawalInput,
  rules: RequestRules,
  funds: Funds,
): Promise<WithdrawalRequest> {
  const { method, address: addressText } = parseRequiredFields(input)
  const source = parseSource(input.source)
  const terms = rules.methods.find((each) => each.method === method) as PaymentMethod

  const [amount, address] = await runChecks(
    () => parseAvailableAmount(input.amount ?? '', source, terms, funds),
    () =>
      parseWithdrawalAddress(
        terms.coin,
        addressText,
        { ...rules, ...(terms.source && { usdt: terms.source.chain }) },
        'wallet_address',
      ),
  )
  const positions = source === 'balance' && input.positions?.length ? input.positions : undefined

  return { amount, terms, source, positions, ...address }
}

function parseSource(text = 'balance'): Source {
  const source = SOURCES.find((each) => each === text)
  if (source) return source

  throw new DomainError('invalid_source', 400, 'Please choose balance or profit.', 'source')
}

function parseAvailableAmount(
  text: string,
  source: Source,
  terms: PaymentMethod,
  funds: Funds,
): Cents {
  const amount = parseWithdrawalAmount(text)
  if (source === 'balance') assertNoRedemptionNotice(amount, funds, funds.noticePrincipal)
  assertWithdrawable(amount, computeAvailableCents(source, funds), terms)

  return amount
}

const computeAvailableCents = (source: Source, funds: Funds): Cents =>
  source === 'profit' ? funds.profit : computeWithdrawableCents(funds, funds.noticePrincipal)
