import { DomainError, type FieldRefusal, runChecks } from '#lib/errors.ts'
import type { Cents, Coin } from '#lib/money.ts'
import {
  METHOD_FACTS,
  type PaymentMethod,
  type PaymentMethodCode,
  parsePaymentMethod,
} from '#modules/settings/model.ts'
import { type AddressRules, parseWithdrawalAddress } from './address.ts'
import {
  assertNoRedemptionNotice,
  assertWithdrawable,
  computeWithdrawableCents,
  type NoticePrincipal,
  parseWithdrawalAmount,
} from './amount.ts'
import { SOURCES, type Source } from './source.ts'

/** A request as the member sent it. */
export type WithdrawalInput = {
  amount?: string
  method?: string
  address?: string
  source?: string
  /**
   * The positions to take from once cash is used up, in this order; the newest first if omitted.
   */
  positions?: string[]
}

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

function parseRequiredFields(input: WithdrawalInput): {
  method: PaymentMethodCode
  address: string
} {
  const method = parsePaymentMethod(input.method?.trim() ?? '')
  const address = input.address?.trim()
  const missing: FieldRefusal[] = []

  if (!method)
    missing.push({ field: 'payment_channel', message: 'Please select a payment method.' })
  if (!input.amount) missing.push({ field: 'amount', message: 'Please enter an amount.' })
  if (!address)
    missing.push({ field: 'wallet_address', message: 'Please provide a wallet address.' })

  const [first, ...others] = missing
  if (method && address && !first) return { method, address }

  throw new DomainError(
    'missing',
    400,
    'Please select a payment method, enter an amount, and provide a wallet address.',
    first?.field,
    others,
  )
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
