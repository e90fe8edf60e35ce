import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestMember } from '#modules/identity/testing.ts'
import { getBalances, listEntries } from '#modules/ledger/queries.ts'
import { createStaff } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listUnmatched } from '../queries.ts'
import { approveMovement } from '../testing.ts'
import { matchSuspense } from './match-suspense.ts'
import { moveCustody } from './move-custody.ts'
import { proposeRefund } from './propose-refund.ts'
import { receiveSuspense } from './receive-suspense.ts'

const ines = createStaff('ines', 'finance')
const ruth = createStaff('ruth', 'owner')
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function receiveUnmatched(amount = '2'): Promise<string> {
  const input = { currency: 'ETH', amount, reason: 'No member yet.' } as const
  const { movement } = await receiveSuspense(testApp.app, ines, input)
  return 'receipt' in movement ? movement.receipt : ''
}
const reason = 'The sender asked for it, signed with the same key.'
const refund = (receipt: string) => ({ receipt, destination: '0xSender', reason })
const balances = () => getBalances(testApp.app.db, ['suspense:ETH', 'custody:hot:ETH'])

test('an approved refund returns the whole payment with its destination and reason', async () => {
  const receipt = await receiveUnmatched()
  const begun = await proposeRefund(testApp.app, ines, refund(receipt))
  expect(begun.proposal).toMatchObject({
    permission: 'suspense.refund',
    content: { units: '2000000000' },
  })
  expect(await balances()).toEqual([2_000_000_000n, -2_000_000_000n])

  await approveMovement(testApp.app, ruth, begun)
  expect(await balances()).toEqual([0n, 0n])

  const [row] = await listEntries(testApp.app.db, { reference: receipt })
  expect(row).toMatchObject({
    transferType: 'suspense_refunded',
    reason: `${reason} (to 0xSender)`,
    approval: begun.id,
  })

  expect(await listUnmatched(testApp.app.db)).toEqual([])
})

test('a payment matched while its refund is pending is not refunded', async () => {
  const receipt = await receiveUnmatched()
  const begun = await proposeRefund(testApp.app, ines, refund(receipt))
  const { member } = await createTestMember(testApp.app)
  const match = { receipt, memberId: member.id, reason }

  await expect(matchSuspense(testApp.app, ines, match)).rejects.toMatchObject({
    code: 'already_proposed',
  })

  testApp.app.clock.advance(72 * 3_600_000)
  await matchSuspense(testApp.app, ines, match)

  await expect(approveMovement(testApp.app, ruth, begun)).rejects.toMatchObject({
    code: 'proposal_expired',
  })
  await expect(proposeRefund(testApp.app, ines, refund(receipt))).rejects.toMatchObject({
    code: 'already_settled',
  })
})

test('a refund leaves from a place that holds the currency', async () => {
  const receipt = await receiveUnmatched()
  const held = -(((await balances())[1] ?? 0n) / 1_000_000_000n)
  const away = {
    currency: 'ETH',
    amount: String(held),
    toPlace: 'cold',
    opensPlace: true,
    reason,
  } as const

  await approveMovement(testApp.app, ruth, await moveCustody(testApp.app, ines, away))
  await expect(proposeRefund(testApp.app, ines, refund(receipt))).rejects.toMatchObject({
    code: 'insufficient_funds',
  })

  await approveMovement(
    testApp.app,
    ruth,
    await proposeRefund(testApp.app, ines, { ...refund(receipt), place: 'cold' }),
  )
})

test('each error names its field', async () => {
  const receipt = await receiveUnmatched()
  const refusals = [
    [
      { ...refund(receipt), reason: '' },
      { code: 'reason_needed', field: 'reason' },
    ],
    [
      { ...refund(receipt), destination: '' },
      { code: 'destination_needed', field: 'destination' },
    ],
    [
      { ...refund(receipt), place: 'vault' },
      { code: 'unknown_place', field: 'place' },
    ],
    [refund('rcp_none'), { code: 'not_found' }],
  ] as const

  for (const [input, refusal] of refusals)
    await expect(proposeRefund(testApp.app, ines, input)).rejects.toMatchObject(refusal)

  const mo = createStaff('mo', 'support')
  await expect(proposeRefund(testApp.app, mo, refund(receipt))).rejects.toMatchObject({
    code: 'role_missing',
  })
})
