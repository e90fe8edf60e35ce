import { addDays, isDay } from '#lib/dates.ts'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { formatAmount } from '#lib/money.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { findMemberByEmail, listMembersById } from '#modules/identity/queries.ts'
import {
  ACCOUNT_TYPES,
  type AccountType,
  getAccountCurrency,
  TRANSFER_TYPES,
} from '#modules/ledger/model.ts'
import {
  type Freeze,
  findAccount,
  findFreeze,
  findJournalHead,
  getBalance,
  getEndOfDayBalance,
  getHistoricalBalance,
  getHistoricalTrialBalance,
  getTrialBalance,
  listEntries,
  listPeriodStatementLines,
  searchAccounts,
} from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { implementCalls } from '#platform/http/http.ts'
import { checkIntegrity } from './commands/check-integrity.ts'
import { proposeUnfreeze } from './commands/propose-unfreeze.ts'
import { requestVerification } from './commands/request-verification.ts'
import { integrityContract } from './contract.ts'
import {
  type CopyFormat,
  freezeId,
  INVARIANTS,
  type IntegrityCheck,
  type LedgerAnchor,
  MOST_COPIED,
  type Problem,
  type Verification,
} from './model.ts'
import { listVerifications } from './queries/verifications.ts'
import {
  findGoodCheck,
  getCopyHead,
  listAnchors,
  listChecks,
  listStillFound,
  renderJournalCopy,
  STEPS_TO_VERIFY,
} from './queries.ts'

const calls = implementCalls(integrityContract)

const toProblemResponses = (problems: readonly Problem[]) =>
  problems.map((one) => ({ ...one, promise: INVARIANTS[one.invariant] ?? '' }))

const toCheckResponse = ({
  whole,
  afterSeq,
  uptoSeq,
  startedAt,
  finishedAt,
  problems,
  accepted: known,
}: IntegrityCheck) => ({
  whole,
  after: String(afterSeq),
  upto: String(uptoSeq),
  startedAt,
  finishedAt,
  problems: toProblemResponses(problems),
  accepted: toProblemResponses(known),
})

/** A number that is sealed, or a day; refuses what has not come yet. */
async function parseMoment(reader: Reader, at: string): Promise<bigint | string> {
  if (isDay(at)) return at
  const head = (await findJournalHead(reader))?.seq ?? 0n
  if (BigInt(at) > head)
    throw new DomainError('not_sealed', 422, `The last sealed number is ${head}.`, 'at')
  return BigInt(at)
}

async function getAccountBalance(
  reader: Reader,
  account: string,
  at: string | undefined,
): Promise<bigint> {
  if (!(await findAccount(reader, account))) throw createNotFoundError('This account')
  if (at === undefined) return await getBalance(reader, account)

  const moment = await parseMoment(reader, at)
  return typeof moment === 'bigint'
    ? await getHistoricalBalance(reader, account, moment)
    : await getEndOfDayBalance(reader, account, moment)
}

const toAnchorResponse = ({ block, seq, auditHead: acts, ...witness }: LedgerAnchor) => ({
  ...witness,
  block: String(block),
  seq: String(seq),
  auditHead: acts && { place: String(acts.place), hash: acts.hash },
})

async function toFreezeResponse({ db, clock }: App, freeze: Freeze) {
  const proposal = await findOpenProposal(db, 'books.unfreeze', freezeId(freeze), clock.now())
  return {
    because: freeze.because,
    since: freeze.frozenAt,
    found: toProblemResponses(await listStillFound(db)),
    proposed: proposal && { by: proposal.proposerLabel, at: proposal.proposedAt },
  }
}

async function getIntegrityState(app: App) {
  const { db } = app
  const freeze = await findFreeze(db)
  const head = await findJournalHead(db)
  const good = await findGoodCheck(db)
  const [witness] = await listAnchors(db, { limit: 1 })

  return {
    frozen: freeze && (await toFreezeResponse(app, freeze)),
    head: head && { block: String(head.block), seq: String(head.seq), hash: head.hash },
    good: good && toCheckResponse(good),
    anchor: witness ? toAnchorResponse(witness) : null,
  }
}

async function getAccountStatement({ db }: App, account: string, from: string, to: string) {
  if (!(await findAccount(db, account))) throw createNotFoundError('This account')
  if (to < from) throw new DomainError('validation', 400, 'The last day is before the first.', 'to')

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
      ({ seq, posted_at, effective, kind, other_account, change, balance, reference, reason }) => ({
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

const isAccountType = (text: string | undefined): text is AccountType =>
  text !== undefined && text in ACCOUNT_TYPES

/** A page of accounts; a member's are found by the address as well. */
async function listAccountPage(
  { db }: App,
  words: string,
  only: string | undefined,
  after: string | undefined,
) {
  const member = words.includes('@') ? await findMemberByEmail(db, words) : null
  const accounts = await searchAccounts(db, {
    search: member?.id ?? words.trim(),
    ...(isAccountType(only) && { class: only }),
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
    balance: formatAmount(balance, currency),
    openedAt,
    owner,
    ownerName: names.get(owner ?? '')?.label ?? null,
    closed: closedAt !== null,
  }))
}

type RowFilter = Partial<
  Record<'account' | 'kind' | 'reference' | 'number' | 'before', string | undefined>
>

async function listJournalRows(
  { db }: App,
  { account, kind, reference, number, before }: RowFilter,
) {
  const known = TRANSFER_TYPES.find((one) => one === kind)
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
    amount: formatAmount(row.amount, row.currency),
    effective: row.effective,
    postedAt: row.postedAt,
    reference: row.reference,
    reason: row.reason,
    actor: row.actor,
    approval: row.approval,
  }))
}

const toVerificationResponse = ({ id, steps, ...one }: Verification) => ({
  ...one,
  _id: id,
  stepsInAll: STEPS_TO_VERIFY,
  steps: steps.map((step) => ({ ...step, problems: toProblemResponses(step.problems) })),
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
  for await (const piece of renderJournalCopy(db, format, head)) pieces.push(piece)

  const name = `books-${clock.now().toISOString().slice(0, 10)}-${head.rows}.${ENDING[format]}`
  return new File(pieces, name, { type: 'text/plain; charset=utf-8' })
}

export const integrityApi = calls.router({
  state: calls.state.handler(async ({ context: { app } }) => ({
    message: 'Books',
    data: await getIntegrityState(app),
  })),
  checks: calls.checks.handler(async ({ context: { app } }) => ({
    message: 'Looks at the books',
    data: (await listChecks(app.db)).map(toCheckResponse),
  })),
  check: calls.check.handler(async ({ context: { app } }) => {
    const check = await checkIntegrity(app)
    const wrong = check?.problems.length ?? 0
    const message = !check
      ? 'Somebody is looking already'
      : wrong
        ? `${wrong} wrong`
        : 'Nothing is wrong'

    return { message, data: check && toCheckResponse(check) }
  }),
  unfreeze: calls.unfreeze.handler(async ({ context: { app, admin }, input }) => {
    const { id } = await proposeUnfreeze(app, admin(), input)
    return { status: 202 as const, body: { message: 'Waiting for approval', data: { _id: id } } }
  }),
  balance: calls.balance.handler(async ({ context: { app }, input: { account, at } }) => {
    const currency = getAccountCurrency(account)
    const balance = formatAmount(await getAccountBalance(app.db, account, at), currency)
    return { message: 'Balance', data: { account, currency, balance } }
  }),
  trialBalance: calls.trialBalance.handler(async ({ context: { app }, input: { at } }) => {
    const lines =
      at === undefined
        ? (await getTrialBalance(app.db)).flatMap((one) =>
            one.class ? [{ ...one, class: one.class }] : [],
          )
        : (await getHistoricalTrialBalance(app.db, await parseMoment(app.db, at))).map((one) => ({
            ...one,
            class: String(one.class),
          }))

    const data = lines.map(({ currency, class: of, balance }) => ({
      currency,
      class: of,
      balance: formatAmount(balance, currency),
    }))

    return { message: 'Trial balance', data }
  }),
  statement: calls.statement.handler(async ({ context: { app }, input }) => {
    const { account, to = app.clock.today(), from = addDays(to, -90) } = input
    return { message: 'Statement', data: await getAccountStatement(app, account, from, to) }
  }),
  accounts: calls.accounts.handler(
    async ({ context: { app }, input: { search, class: of, after } }) => ({
      message: 'Accounts',
      data: await listAccountPage(app, search, of, after),
    }),
  ),
  rows: calls.rows.handler(async ({ context: { app }, input }) => ({
    message: 'Rows of the journal',
    data: await listJournalRows(app, input),
  })),
  verifications: calls.verifications.handler(async ({ context: { app } }) => ({
    message: 'Readings of the whole books',
    data: (await listVerifications(app.db)).map(toVerificationResponse),
  })),
  verify: calls.verify.handler(async ({ context: { app, admin } }) => ({
    message: 'The whole books are being read.',
    data: { _id: await requestVerification(app, admin()) },
  })),
  copy: calls.copy.handler(({ context: { app }, input: { format } }) => copyFile(app, format)),
})
