import { ACCOUNT_TYPES, type AccountType, type Transfer } from '#modules/ledger/model.ts'
import type { PostingRule } from '#modules/ledger/queries.ts'

const getAccountType = (code: string): AccountType => {
  const [first, , last] = code.split(':')
  return (first === 'member' || first === 'plan' ? `${first}_${last}` : first) as AccountType
}
const getOwner = (code: string) => code.split(':')[1]
const getAccountCurrency = (code: string) => /:(BTC|ETH|USDT)$/.exec(code)?.[1] ?? 'USD'
const same = (a: Transfer, b: Transfer) => formatContent(a) === formatContent(b)
const formatContent = (t: Transfer) =>
  [
    t.transferType,
    t.debit,
    t.credit,
    t.amount,
    t.effectiveDate,
    t.reference,
    t.receipt ?? '',
    t.approval ?? '',
  ].join('\n')
/** What an approval is of: all but the day, the hand and the approval itself. */
const formatApprovedContent = (list: Transfer[]) =>
  list
    .map((t) =>
      [
        t.idempotencyKey,
        t.transferType,
        t.debit,
        t.credit,
        t.amount,
        t.reference,
        t.reason,
        t.receipt ?? '',
      ].join('\n'),
    )
    .sort()
    .join('\n\n')

/**
 * The ledger as a map of bigints, written down a second time and without SQL: what `post` must
 * answer.
 */
export class LedgerModel {
  readonly #routes: Map<string, PostingRule>
  readonly #balances = new Map<string, bigint>()
  readonly #posted = new Map<string, Transfer>()
  readonly #receipts = new Map<string, { currency: string; amount: bigint; used: boolean }>()

  readonly #approvals = new Map<string, { content: string; used: boolean }>()

  constructor(routes: PostingRule[]) {
    this.#routes = new Map(
      routes.map((route) => [`${route.transferType} ${route.debit} ${route.credit}`, route]),
    )
  }

  open(code: string) {
    this.#balances.set(code, 0n)
  }
  receipt(id: string, currency: string, amount: bigint) {
    this.#receipts.set(id, { currency, amount, used: false })
  }
  approve(id: string, list: Transfer[]) {
    this.#approvals.set(id, { content: formatApprovedContent(list), used: false })
  }
  balance = (code: string) => this.#balances.get(code) ?? 0n
  limited = () => [...this.#balances.keys()].filter((code) => ACCOUNT_TYPES[getAccountType(code)])
  /** Makes the model wrong on purpose. */
  forge(code: string, by: bigint) {
    this.#balances.set(code, this.balance(code) + by)
  }

  /**
   * Every answer that is right: `posted` or `replay` alone, or the codes of all that is wrong with
   * the list.
   */
  post(list: Transfer[]): string[] {
    const known = list.filter((leg) => this.#posted.has(leg.idempotencyKey))
    if (known.length === list.length)
      return list.every((leg) => same(leg, this.#posted.get(leg.idempotencyKey) ?? leg))
        ? ['replay']
        : ['event_conflict']

    const wrong = new Set(list.flatMap((leg) => this.#faults(leg, list)))
    if (known.length > 0) wrong.add('event_conflict')

    const next = this.#after(list)
    if (!next) wrong.add('insufficient_funds')

    if (wrong.size > 0 || !next) return [...wrong]

    for (const [code, balance] of next) this.#balances.set(code, balance)
    for (const leg of list) this.#keep(leg)

    return ['posted']
  }

  #keep(leg: Transfer) {
    this.#posted.set(leg.idempotencyKey, leg)
    const receipt = this.#receipts.get(leg.receipt ?? '')
    if (receipt) receipt.used = true
    const approval = this.#approvals.get(leg.approval ?? '')
    if (approval) approval.used = true
  }

  #after(list: Transfer[]): Map<string, bigint> | null {
    const next = new Map<string, bigint>()
    const getNextBalance = (code: string) => next.get(code) ?? this.balance(code)

    for (const leg of list) {
      next.set(leg.debit, getNextBalance(leg.debit) - leg.amount)
      next.set(leg.credit, getNextBalance(leg.credit) + leg.amount)
      if (ACCOUNT_TYPES[getAccountType(leg.debit)] && getNextBalance(leg.debit) < 0n) return null
    }

    return next
  }

  #faults(leg: Transfer, list: Transfer[]): string[] {
    const faults: string[] = []
    const add = (code: string, wrong: boolean) => wrong && faults.push(code)
    add('LG003', !this.#balances.has(leg.debit) || !this.#balances.has(leg.credit))
    add('LG004', leg.amount <= 0n || leg.debit === leg.credit)
    add('LG006', getAccountCurrency(leg.debit) !== getAccountCurrency(leg.credit))

    const route = this.#routes.get(
      `${leg.transferType} ${getAccountType(leg.debit)} ${getAccountType(leg.credit)}`,
    )
    if (!route) return [...faults, 'LG007']

    const beside = list.some(
      (other) =>
        other.transferType === leg.transferType &&
        other.reference === leg.reference &&
        [getAccountType(other.debit), getAccountType(other.credit)].includes('custody'),
    )

    const dollars = list.some(
      (other) =>
        other.transferType === leg.transferType &&
        other.reference === leg.reference &&
        [other.debit, other.credit].includes('exchange:USD'),
    )

    add('LG018', route.sameOwner && getOwner(leg.debit) !== getOwner(leg.credit))
    add('LG010', route.withCustody && !beside)
    add('LG010', route.withDollars && getAccountCurrency(leg.debit) !== 'USD' && !dollars)
    add('approval_needed', !this.#approved(leg, list, route))

    return [...faults, ...this.#receiptFaults(leg, list, route)]
  }

  #approved(leg: Transfer, list: Transfer[], { approvalFrom }: PostingRule): boolean {
    if (leg.approval === undefined) return approvalFrom === null || leg.amount < approvalFrom
    const approval = this.#approvals.get(leg.approval)
    return approval?.used === false && approval.content === formatApprovedContent(list)
  }

  #receiptFaults(leg: Transfer, list: Transfer[], route: PostingRule): string[] {
    if (route.needsReceipt !== (leg.receipt !== undefined)) return ['receipt_mismatch']
    if (leg.receipt === undefined) return []

    const receipt = this.#receipts.get(leg.receipt)
    const receiptMatches =
      receipt?.currency === getAccountCurrency(leg.debit) && receipt.amount === leg.amount
    const twice = list.filter((other) => other.receipt === leg.receipt).length > 1

    return [
      ...(receiptMatches ? [] : ['receipt_mismatch']),
      ...(receipt?.used || twice ? ['receipt_used'] : []),
    ]
  }
}
