import { addDays, isDay } from '#lib/dates.ts'
import { DomainError, notFound } from '#lib/errors.ts'
import { amountText } from '#lib/money.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { findMemberByEmail, listMembersById } from '#modules/identity/queries.ts'
import { CLASSES, type Class, currencyOf, KINDS } from '#modules/ledger/model.ts'
import {
  balanceAt,
  balanceOf,
  balanceOn,
  type Freeze,
  findAccount,
  findFreeze,
  findSealHead,
  listEntries,
  searchAccounts,
  statementOn,
  trialBalance,
  trialBalanceAt,
} from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db.ts'
import { implementCalls } from '#platform/http.ts'
import { checkBooks } from './commands/check-books.ts'
import { proposeUnfreeze } from './commands/propose-unfreeze.ts'
import { requestVerification } from './commands/request-verification.ts'
import { booksContract } from './contract.ts'
import {
  type BooksCheck,
  type CopyFormat,
  freezeId,
  INVARIANTS,
  MOST_COPIED,
  type Problem,
  type Verification,
  type Witness,
} from './model.ts'
import { listVerifications } from './queries/verifications.ts'
import {
  copyOf,
  findGoodCheck,
  getCopyHead,
  listChecks,
  listStillFound,
  listWitnesses,
  STEPS_TO_VERIFY,
} from './queries.ts'

const calls = implementCalls(booksContract)

const promised = (problems: readonly Problem[]) =>
  problems.map((one) => ({ ...one, promise: INVARIANTS[one.invariant] ?? '' }))

const shownCheck = ({
  whole,
  afterSeq,
  uptoSeq,
  startedAt,
  finishedAt,
  problems,
  known,
}: BooksCheck) => ({
  whole,
  after: String(afterSeq),
  upto: String(uptoSeq),
  startedAt,
  finishedAt,
  problems: promised(problems),
  known: promised(known),
})

/** A number that is sealed, or a day; refuses what has not come yet. */
async function momentOf(reader: Reader, at: string): Promise<bigint | string> {
  if (isDay(at)) return at
  const head = (await findSealHead(reader))?.seq ?? 0n
  if (BigInt(at) > head)
    throw new DomainError('not_sealed', 422, `The last sealed number is ${head}.`, 'at')
  return BigInt(at)
}

async function balanceThen(
  reader: Reader,
  account: string,
  at: string | undefined,
): Promise<bigint> {
  if (!(await findAccount(reader, account))) throw notFound('This account')
  if (at === undefined) return await balanceOf(reader, account)

  const moment = await momentOf(reader, at)
  return typeof moment === 'bigint'
    ? await balanceAt(reader, account, moment)
    : await balanceOn(reader, account, moment)
}

const shownWitness = ({ block, seq, acts, ...witness }: Witness) => ({
  ...witness,
  block: String(block),
  seq: String(seq),
  acts: acts && { place: String(acts.place), hash: acts.hash },
})

async function shownFreeze({ db, clock }: App, freeze: Freeze) {
  const proposal = await findOpenProposal(db, 'books.unfreeze', freezeId(freeze), clock.now())
  return {
    because: freeze.because,
    since: freeze.frozenAt,
    found: promised(await listStillFound(db)),
    proposed: proposal && { by: proposal.proposerLabel, at: proposal.proposedAt },
  }
}

async function stateOf(app: App) {
  const { db } = app
  const freeze = await findFreeze(db)
  const head = await findSealHead(db)
  const good = await findGoodCheck(db)
  const [witness] = await listWitnesses(db, { limit: 1 })

  return {
    frozen: freeze && (await shownFreeze(app, freeze)),
    head: head && { block: String(head.block), seq: String(head.seq), hash: head.hash },
    good: good && shownCheck(good),
    witness: witness ? shownWitness(witness) : null,
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
    account,
    currency,
    from,
    to,
    opening: text(opening),
    closing: text(lines.at(-1)?.balance ?? opening),
    lines: lines.map(
      ({ seq, posted_at, effective, kind, other_account, change, balance, reference, reason }) => ({
        seq: String(seq),
        postedAt: posted_at,
        effective,
        kind,
        other: other_account,
        reference,
        reason,
        change: text(change),
        balance: text(balance),
      }),
    ),
  }
}

const isClass = (text: string | undefined): text is Class => text !== undefined && text in CLASSES

/** A page of accounts; a member's are found by the address as well. */
async function accountsOf(
  { db }: App,
  words: string,
  only: string | undefined,
  after: string | undefined,
) {
  const member = words.includes('@') ? await findMemberByEmail(db, words) : null
  const accounts = await searchAccounts(db, {
    words: member?.id ?? words.trim(),
    ...(isClass(only) && { class: only }),
    ...(after !== undefined && { after }),
  })

  const names = await listMembersById(
    db,
    accounts.flatMap(({ owner }) => (owner?.startsWith('mem_') ? [owner] : [])),
  )

  return accounts.map(({ code, class: of, currency, balance, owner, openedAt, closedAt }) => ({
    account: code,
    class: of,
    currency,
    balance: amountText(balance, currency),
    openedAt,
    owner,
    ownerName: names.get(owner ?? '')?.label ?? null,
    closed: closedAt !== null,
  }))
}

type RowFilter = Partial<
  Record<'account' | 'kind' | 'reference' | 'number' | 'before', string | undefined>
>

async function rowsOf({ db }: App, { account, kind, reference, number, before }: RowFilter) {
  const known = KINDS.find((one) => one === kind)
  const rows = await listEntries(db, {
    ...(account && { account }),
    ...(known && { kind: known }),
    ...(reference && { reference }),
    ...(number && { seq: BigInt(number) }),
    ...(before && { before: BigInt(before) }),
  })

  return rows.map((row) => ({
    _id: row.id,
    seq: row.seq === null ? null : String(row.seq),
    before: String(row.entry),
    kind: row.kind,
    debit: row.debit,
    credit: row.credit,
    currency: row.currency,
    amount: amountText(row.amount, row.currency),
    effective: row.effective,
    postedAt: row.postedAt,
    reference: row.reference,
    reason: row.reason,
    actor: row.actor,
    approval: row.approval,
  }))
}

const shownVerification = ({ id, steps, ...one }: Verification) => ({
  ...one,
  _id: id,
  stepsInAll: STEPS_TO_VERIFY,
  steps: steps.map((step) => ({ ...step, problems: promised(step.problems) })),
})

const ENDING: Record<CopyFormat, string> = { hledger: 'journal', beancount: 'beancount' }

/** The journal as a file. Throws `too_long` (422) where it is made by the command line alone. */
async function copyFile({ db, clock }: App, format: CopyFormat): Promise<File> {
  const head = await getCopyHead(db)
  if (head.rows > MOST_COPIED)
    throw new DomainError(
      'too_long',
      422,
      `The journal has ${head.rows} sealed rows. Copies of more than ${MOST_COPIED} are ` +
        'made on the server: npm run export.',
    )

  const pieces: string[] = []
  for await (const piece of copyOf(db, format, head)) pieces.push(piece)

  const name = `books-${clock.now().toISOString().slice(0, 10)}-${head.rows}.${ENDING[format]}`
  return new File(pieces, name, { type: 'text/plain; charset=utf-8' })
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
    const message = !check
      ? 'Somebody is looking already'
      : wrong
        ? `${wrong} wrong`
        : 'Nothing is wrong'

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
        ? (await trialBalance(app.db)).flatMap((one) =>
            one.class ? [{ ...one, class: one.class }] : [],
          )
        : (await trialBalanceAt(app.db, await momentOf(app.db, at))).map((one) => ({
            ...one,
            class: String(one.class),
          }))

    const data = lines.map(({ currency, class: of, balance }) => ({
      currency,
      class: of,
      balance: amountText(balance, currency),
    }))

    return { message: 'Trial balance', data }
  }),
  statement: calls.statement.handler(async ({ context: { app }, input }) => {
    const { account, to = app.clock.today(), from = addDays(to, -90) } = input
    return { message: 'Statement', data: await statementOf(app, account, from, to) }
  }),
  accounts: calls.accounts.handler(
    async ({ context: { app }, input: { words, class: of, after } }) => ({
      message: 'Accounts',
      data: await accountsOf(app, words, of, after),
    }),
  ),
  rows: calls.rows.handler(async ({ context: { app }, input }) => ({
    message: 'Rows of the journal',
    data: await rowsOf(app, input),
  })),
  verifications: calls.verifications.handler(async ({ context: { app } }) => ({
    message: 'Readings of the whole books',
    data: (await listVerifications(app.db)).map(shownVerification),
  })),
  verify: calls.verify.handler(async ({ context: { app, admin } }) => ({
    message: 'The whole books are being read.',
    data: { _id: await requestVerification(app, admin()) },
  })),
  copy: calls.copy.handler(({ context: { app }, input: { format } }) => copyFile(app, format)),
})
