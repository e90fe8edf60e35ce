import { addDays } from '#lib/dates.ts'
import { DomainError, notFound } from '#lib/errors.ts'
import { amountText } from '#lib/money.ts'
import { currencyOf } from '#modules/ledger/model.ts'
import {
  balanceAt,
  balanceOf,
  balanceOn,
  findAccount,
  findFreeze,
  findSealHead,
  statementOn,
  trialBalance,
  trialBalanceAt,
} from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db.ts'
import { implementCalls } from '#platform/http.ts'
import { checkBooks } from './commands/check-books.ts'
import { proposeUnfreeze } from './commands/propose-unfreeze.ts'
import { booksContract } from './contract.ts'
import { type BooksCheck, INVARIANTS, type Problem } from './model.ts'
import { findGoodCheck, listChecks, listWitnesses } from './queries.ts'

const calls = implementCalls(booksContract)

const promised = (problems: readonly Problem[]) =>
  problems.map((one) => ({ ...one, promise: INVARIANTS[one.invariant] ?? '' }))

const shownCheck = ({ whole, afterSeq, uptoSeq, startedAt, finishedAt, problems, known }: BooksCheck) => ({
  ...{ whole, after: String(afterSeq), upto: String(uptoSeq), startedAt, finishedAt },
  ...{ problems: promised(problems), known: promised(known) },
})

const isDay = (at: string) => at.includes('-')

/** A number that is sealed, or a day; refuses what has not come yet. */
async function momentOf(reader: Reader, at: string): Promise<bigint | string> {
  if (isDay(at)) {
    if (Number.isNaN(Date.parse(at))) throw new DomainError('validation', 400, 'There is no such day.', 'at')
    return at
  }
  const head = (await findSealHead(reader))?.seq ?? 0n
  if (BigInt(at) > head) throw new DomainError('not_sealed', 422, `The last sealed number is ${head}.`, 'at')
  return BigInt(at)
}

async function balanceThen(reader: Reader, account: string, at: string | undefined): Promise<bigint> {
  if (!(await findAccount(reader, account))) throw notFound('This account')
  if (at === undefined) return await balanceOf(reader, account)
  const moment = await momentOf(reader, at)
  return typeof moment === 'bigint'
    ? await balanceAt(reader, account, moment)
    : await balanceOn(reader, account, moment)
}

async function stateOf({ db }: App) {
  const freeze = await findFreeze(db)
  const head = await findSealHead(db)
  const good = await findGoodCheck(db)
  const [witness] = await listWitnesses(db, { limit: 1 })
  return {
    frozen: freeze && { because: freeze.because, since: freeze.frozenAt },
    head: head && { block: String(head.block), seq: String(head.seq), hash: head.hash },
    good: good && shownCheck(good),
    witness: witness ? { ...witness, block: String(witness.block), seq: String(witness.seq) } : null,
  }
}

async function statementOf({ db }: App, account: string, from: string, to: string) {
  if (!(await findAccount(db, account))) throw notFound('This account')
  if (to < from) throw new DomainError('validation', 400, 'The last day is before the first.', 'to')
  const currency = currencyOf(account)
  const text = (units: bigint) => amountText(units, currency)
  const lines = await statementOn(db, account, from, to)
  const opening = await balanceOn(db, account, addDays(from, -1))
  return {
    ...{ account, currency, opening: text(opening), closing: text(lines.at(-1)?.balance ?? opening) },
    lines: lines.map(
      ({ seq, posted_at, effective, kind, other_account, change, balance, reference, reason }) => ({
        ...{
          seq: String(seq),
          postedAt: posted_at,
          effective,
          kind,
          other: other_account,
          reference,
          reason,
        },
        ...{ change: text(change), balance: text(balance) },
      }),
    ),
  }
}

export const booksApi = calls.router({
  state: calls.state.handler(async ({ context: { app } }) => ({
    message: 'Books',
    data: await stateOf(app),
  })),
  checks: calls.checks.handler(async ({ context: { app } }) => ({
    message: 'Looks at the books',
    data: (await listChecks(app.db)).map(shownCheck),
  })),
  check: calls.check.handler(async ({ context: { app } }) => {
    const check = await checkBooks(app)
    const wrong = check?.problems.length ?? 0
    const message = !check ? 'Somebody is looking already' : wrong ? `${wrong} wrong` : 'Nothing is wrong'
    return { message, data: check && shownCheck(check) }
  }),
  unfreeze: calls.unfreeze.handler(async ({ context: { app, admin }, input }) => {
    const { id } = await proposeUnfreeze(app, admin(), input)
    return { status: 202 as const, body: { message: 'Waiting for approval', data: { _id: id } } }
  }),
  balance: calls.balance.handler(async ({ context: { app }, input: { account, at } }) => {
    const currency = currencyOf(account)
    const balance = amountText(await balanceThen(app.db, account, at), currency)
    return { message: 'Balance', data: { account, currency, balance } }
  }),
  trialBalance: calls.trialBalance.handler(async ({ context: { app }, input: { at } }) => {
    const lines =
      at === undefined
        ? (await trialBalance(app.db)).flatMap((one) => (one.class ? [{ ...one, class: one.class }] : []))
        : (await trialBalanceAt(app.db, await momentOf(app.db, at))).map((one) => ({
            ...one,
            class: String(one.class),
          }))
    const data = lines.map(({ currency, class: of, balance }) => ({
      ...{ currency, class: of, balance: amountText(balance, currency) },
    }))
    return { message: 'Trial balance', data }
  }),
  statement: calls.statement.handler(async ({ context: { app }, input: { account, from, to } }) => ({
    message: 'Statement',
    data: await statementOf(app, account, from, to),
  })),
})
