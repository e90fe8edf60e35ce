import { listUsers } from '#modules/backoffice/queries.ts'
import { listDepositPage } from '#modules/deposits/queries/deposit-list.ts'
import {
  type DepositListQuery,
  parseDepositOrder,
} from '#modules/deposits/queries/deposit-order.ts'
import { getMember, listMembersById } from '#modules/identity/queries.ts'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { listCredits } from '#modules/ledger/queries.ts'
import {
  listWithdrawalPage,
  parseWithdrawalOrder,
  type WithdrawalListQuery,
} from '#modules/withdrawals/queries/withdrawal-list.ts'
import { compare, inRounds, median, sizeText } from '../engine/figures.ts'
import { formatIdSql, type Installation } from '../engine/installation.ts'

const SIZE = 10
const NEWEST = { by: 'registered', descending: true } as const
const MAX_FIRST_RATIO = 10
const MAX_OTHER_RATIO = 60

const names = (number: number) =>
  String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

/**
 * What a page of each list costs, read as the call reads it, beside one member by the primary key
 * in the same round. Answers whether all stay within their bounds, or null.
 */
export async function listFigures(
  testApp: Installation,
  { members, transactions }: { members: number; transactions: number },
  rounds: number,
): Promise<true | null> {
  const { app, owner } = testApp
  const { db } = app
  let turn = 0
  const pickIndex = (count: number) => (turn++ * 7919) % count
  const { rows } = await owner.query(
    `select ${formatIdSql('mem', 'i')} as id from generate_series(1, 1000) i`,
  )
  const users = (page: number, search?: string) =>
    listUsers(db, { search }, NEWEST, { page, size: SIZE })
  const filteredDeposits = async (
    page: number,
    listQuery: DepositListQuery,
    size: number = SIZE,
  ) => {
    const order = parseDepositOrder(undefined, listQuery)
    const found = await listDepositPage(db, app.clock.now(), listQuery, order, { page, size })
    const owners = found.rows.map(({ memberId }) => memberId)
    const credits = found.rows.map(({ id, memberId }) => ({
      reference: id,
      account: toMemberAccountCode(memberId, 'cash'),
    }))

    await Promise.all([listMembersById(db, owners), listCredits(db, 'deposit_confirmed', credits)])
  }
  const deposits = (page: number, search?: string) => filteredDeposits(page, { search })

  const withdrawals = async (page: number, listQuery: WithdrawalListQuery, size: number = SIZE) => {
    const order = parseWithdrawalOrder(undefined, listQuery)
    const found = await listWithdrawalPage(app, db, listQuery, order, { page, size })
    await listMembersById(
      db,
      found.rows.map(({ memberId }) => memberId),
    )
  }

  const things = {
    key: () => getMember(db, rows[pickIndex(1_000)].id),
    'users, first page': () => users(1),
    'users, search for a name': () =>
      users(1, `given${names(pickIndex(400))} family${names(pickIndex(900))}`),
    'users by balance, first page': () =>
      listUsers(db, {}, { by: 'balance', descending: true }, { page: 1, size: SIZE }),
    'users by balance, last page': () =>
      listUsers(db, {}, { by: 'balance', descending: true }, { page: members / SIZE, size: SIZE }),
    'users, search for what all have': () => users(1, 'example'),
    'users, last page': () => users(members / SIZE),
    'transactions, first page': () => deposits(1),
    'transactions, search for a name': () =>
      deposits(1, `given${names(pickIndex(400))} family${names(pickIndex(900))}`),
    'transactions, search for an amount': () => deposits(1, String(100 + pickIndex(50_000))),
    'transactions, last page': () => deposits(transactions / SIZE),
    'transactions, work queue, first page': () => filteredDeposits(1, { status: 'pending' }),
    'transactions, work queue of 50, a page': () => filteredDeposits(1, { status: 'pending' }, 50),
    'transactions, from an amount': () =>
      filteredDeposits(1, { minCents: BigInt(4_990_000 + pickIndex(10_000)) }),
    'transactions, of a country': () => filteredDeposits(1, { country: 'AQ' }),
    'transactions, waiting for a day': () => filteredDeposits(1, { age: '1d' }),
    'withdrawals, first page': () => withdrawals(1, {}),
    'withdrawals, last page': () => withdrawals(Math.floor(transactions / 3 / SIZE), {}),
    'withdrawals, work queue, first page': () => withdrawals(1, { status: 'pending' }),
    'withdrawals, work queue of 50, a page': () => withdrawals(1, { status: 'pending' }, 50),
    'withdrawals, from an amount': () =>
      withdrawals(1, { minCents: BigInt(890_000 + pickIndex(10_000)) }),
    'withdrawals, late': () => withdrawals(1, { age: 'late' }),
    'users, from a balance': () =>
      listUsers(db, { minCents: BigInt(16_000_000 + pickIndex(700_000)) }, NEWEST, {
        page: 1,
        size: SIZE,
      }),
  }

  await inRounds(5, things)

  const { key, ...measurements } = await inRounds(rounds, things)
  const label = `${sizeText(members)} members, ${sizeText(transactions)} transactions`
  let withinBounds: true | null = true

  for (const [name, took] of Object.entries(measurements)) {
    compare(`${name}, ${label}, to a read by primary key`, 'ms', took, key)
    const ratio = median(took.map((ms, at) => ms / (key[at] ?? Number.NaN)))
    if (ratio > (name.endsWith('first page') ? MAX_FIRST_RATIO : MAX_OTHER_RATIO))
      withinBounds = null
  }

  return withinBounds
}
