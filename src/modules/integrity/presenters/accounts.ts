import { formatAmount } from '#lib/money.ts'
import { findMemberByEmail, listMembersById } from '#modules/identity/queries.ts'
import { ACCOUNT_TYPES, type AccountType } from '#modules/ledger/model.ts'
import { searchAccounts } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'

const isAccountType = (text: string | undefined): text is AccountType =>
  text !== undefined && text in ACCOUNT_TYPES

/**
 * Lists a page of accounts whose code contains a text; an e-mail address selects the accounts of
 * that member.
 */
export async function listAccountPage(
  { db }: App,
  search: string,
  accountType: string | undefined,
  after: string | undefined,
) {
  const member = search.includes('@') ? await findMemberByEmail(db, search) : null
  const accounts = await searchAccounts(db, {
    search: member?.id ?? search.trim(),
    ...(isAccountType(accountType) && { accountType }),
    ...(after !== undefined && { after }),
  })

  const names = await listMembersById(
    db,
    accounts.flatMap(({ owner }) => (owner?.startsWith('mem_') ? [owner] : [])),
  )

  return accounts.map(
    ({ code, accountType: type, currency, balance, owner, openedAt, closedAt }) => ({
      account: code,
      class: type,
      currency,
      balance: formatAmount(balance, currency),
      openedAt,
      owner,
      ownerName: names.get(owner ?? '')?.label ?? null,
      closed: closedAt !== null,
    }),
  )
}
