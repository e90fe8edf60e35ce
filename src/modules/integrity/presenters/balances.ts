import { addDays, isDay } from '#lib/dates.ts'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { formatAmount } from '#lib/money.ts'
import { getAccountCurrency } from '#modules/ledger/model.ts'
import {
  findAccount,
  findJournalHead,
  getBalance,
  getEndOfDayBalance,
  getHistoricalBalance,
  getHistoricalTrialBalance,
  getTrialBalance,
  listPeriodStatementLines,
} from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'

/**
 * Returns a journal number or a business date. Throws `not_chained` (422) for a number that is not
 * chained yet.
 */
async function parseMoment(reader: Reader, at: string): Promise<bigint | string> {
  if (isDay(at)) return at
  const head = (await findJournalHead(reader))?.seq ?? 0n
  if (BigInt(at) > head)
    throw new DomainError('not_chained', 422, `The last journal number is ${head}.`, 'at')
  return BigInt(at)
}

async function readBalance(reader: Reader, account: string, at: string | undefined) {
  if (at === undefined) return await getBalance(reader, account)

  const moment = await parseMoment(reader, at)
  return typeof moment === 'bigint'
    ? await getHistoricalBalance(reader, account, moment)
    : await getEndOfDayBalance(reader, account, moment)
}

/**
 * Returns the balance of an account, currently or in the past. Throws 404 for an unknown account.
 */
export async function getAccountBalance({ db }: App, account: string, at: string | undefined) {
  if (!(await findAccount(db, account))) throw createNotFoundError('This account')

  const currency = getAccountCurrency(account)
  const balance = await readBalance(db, account, at)

  return { account, currency, balance: formatAmount(balance, currency) }
}

/** Lists the balance of each account type and currency, currently or in the past. */
export async function listTrialBalance({ db }: App, at: string | undefined) {
  const lines =
    at === undefined
      ? await getTrialBalance(db)
      : await getHistoricalTrialBalance(db, await parseMoment(db, at))

  return lines.flatMap(({ currency, accountType, balance }) =>
    accountType === null
      ? []
      : [{ currency, class: String(accountType), balance: formatAmount(balance, currency) }],
  )
}

/**
 * Returns the statement of an account over business dates. Throws 404 for an unknown account and
 * `validation` (400) for an empty period.
 */
export async function getAccountStatement({ db }: App, account: string, from: string, to: string) {
  if (!(await findAccount(db, account))) throw createNotFoundError('This account')
  if (to < from)
    throw new DomainError('validation', 400, 'The end date is before the start date.', 'to')

  const currency = getAccountCurrency(account)
  const formatUnits = (units: bigint) => formatAmount(units, currency)
  const lines = await listPeriodStatementLines(db, account, from, to)
  const opening = await getEndOfDayBalance(db, account, addDays(from, -1))

  return {
    account,
    currency,
    from,
    to,
    opening: formatUnits(opening),
    closing: formatUnits(lines.at(-1)?.balance ?? opening),
    lines: lines.map(
      ({
        seq,
        posted_at,
        effective_date: effective,
        transfer_type: kind,
        other_account,
        change,
        balance,
        reference,
        reason,
      }) => ({
        seq: String(seq),
        postedAt: posted_at,
        effective,
        kind,
        other: other_account,
        reference,
        reason,
        change: formatUnits(change),
        balance: formatUnits(balance),
      }),
    ),
  }
}
