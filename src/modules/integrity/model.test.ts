import { expect, test } from 'vitest'
import { ACCOUNT_TYPES, type AccountType } from '#modules/ledger/model.ts'
import { COPY_FORMATS, describeCopy, toAccountPath, toAccountTotal } from './model.ts'

const CODES: Record<AccountType, string> = {
  custody: 'custody:hot:BTC',
  exchange: 'exchange:USD',
  plan_assets: 'plan:pln_x:assets',
  member_cash: 'member:mem_x:cash',
  member_principal: 'member:mem_x:principal',
  member_profit: 'member:mem_x:profit',
  member_hold_cash: 'member:mem_x:hold_cash',
  member_hold_profit: 'member:mem_x:hold_profit',
  plan_income: 'plan:pln_x:income',
  suspense: 'suspense:ETH',
  promotion: 'promotion',
  equity: 'equity',
  fees: 'fees',
}

test('Every account type has a place in the chart of accounts.', () => {
  const accountTypes = Object.keys(ACCOUNT_TYPES) as AccountType[]
  expect(accountTypes.map((type) => toAccountPath(CODES[type], type).join(':'))).toEqual([
    'assets:custody:hot:BTC',
    'equity:exchange:USD',
    'assets:plans:pln_x:assets',
    'liabilities:members:mem_x:cash',
    'liabilities:members:mem_x:principal',
    'liabilities:members:mem_x:profit',
    'liabilities:members:mem_x:hold_cash',
    'liabilities:members:mem_x:hold_profit',
    'income:plans:pln_x:income',
    'liabilities:suspense:ETH',
    'equity:promotion',
    'equity:operator',
    'income:fees',
  ])
})

test('A copy has negative liabilities and positive assets.', () => {
  const custody = {
    code: CODES.custody,
    accountType: 'custody',
    currency: 'BTC',
    balance: -5n,
  } as const
  expect(toAccountTotal(custody).units).toBe(5n)
})

test('The heading of a copy names its last row and the hash.', () => {
  const about = describeCopy({ rows: 7n, lastBlock: { block: 2n, seq: 9n, hash: 'ab12' } })
  expect(about.join('\n')).toMatch(
    /first 7 chained rows.*Row 7 is in block 2.*row 9 and has the hash ab12$/s,
  )

  for (const format of Object.values(COPY_FORMATS))
    expect(
      format
        .head(about)
        .split('\n')
        .filter((line) => line.startsWith('; ')),
    ).toHaveLength(4)
})
