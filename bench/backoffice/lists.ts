import { listUsers } from '#modules/backoffice/queries.ts'
import { listDepositPage } from '#modules/deposits/queries/deposit-list.ts'
import { getMember, listMembersById } from '#modules/identity/queries.ts'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { listCredits } from '#modules/ledger/queries.ts'
import { compare, inRounds, median, sizeText } from '../engine/figures.ts'
import { formatIdSql, type Installation } from '../engine/installation.ts'

const SIZE = 10
const NEWEST = { by: 'registered', descending: true } as const
const BY_DATE = { by: 'date', descending: true } as const
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
  const deposits = async (page: number, search?: string) => {
    const found = await listDepositPage(db, app.clock.now(), { search }, BY_DATE, {
      page,
      size: SIZE,
    })
    const owners = found.rows.map(({ memberId }) => memberId)
    const credits = found.rows.map(({ id, memberId }) => ({
      reference: id,
      account: toMemberAccountCode(memberId, 'cash'),
    }))

    await Promise.all([listMembersById(db, owners), listCredits(db, 'deposit_confirmed', credits)])
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
