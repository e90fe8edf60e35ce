import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#modules/identity/testing.ts'
import { balancesOf, listEntries } from '#modules/ledger/queries.ts'
import { staff } from '#modules/plans/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listUnmatched } from '../queries.ts'
import { agreed } from '../testing.ts'
import { matchSuspense } from './match-suspense.ts'
import { moveCustody } from './move-custody.ts'
import { proposeRefund } from './propose-refund.ts'
import { receiveSuspense } from './receive-suspense.ts'

const ines = staff('ines', 'finance')
const ruth = staff('ruth', 'owner')
let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

async function arrived(amount = '2'): Promise<string> {
  const input = { currency: 'ETH', amount, reason: 'Nobody’s yet.' } as const
  const { movement } = await receiveSuspense(house.app, ines, input)
  return 'receipt' in movement ? movement.receipt : ''
}
const reason = 'The sender asked for it, signed with the same key.'
const refund = (receipt: string) => ({ receipt, destination: '0xSender', reason })
const balances = () => balancesOf(house.app.db, ['suspense:ETH', 'custody:hot:ETH'])

test('what arrived goes back whole once another admin agrees, with where to and why', async () => {
  const receipt = await arrived()
  const begun = await proposeRefund(house.app, ines, refund(receipt))
  expect(begun.proposal).toMatchObject({ act: 'suspense.refund', content: { units: '2000000000' } })
  expect(await balances()).toEqual([2_000_000_000n, -2_000_000_000n])

  await agreed(house.app, ruth, begun)
  expect(await balances()).toEqual([0n, 0n])

  const [row] = await listEntries(house.app.db, { reference: receipt })
  expect(row).toMatchObject({
    kind: 'suspense_refunded',
    reason: `${reason} (to 0xSender)`,
    approval: begun.id,
  })

  expect(await listUnmatched(house.app.db)).toEqual([])
})

test('what was matched while it waited is not refunded too', async () => {
  const receipt = await arrived()
  const begun = await proposeRefund(house.app, ines, refund(receipt))
  const { member } = await aMember(house.app)
  const match = { receipt, memberId: member.id, reason }

  await expect(matchSuspense(house.app, ines, match)).rejects.toMatchObject({
    code: 'already_proposed',
  })

  house.app.clock.advance(72 * 3_600_000)
  await matchSuspense(house.app, ines, match)

  await expect(agreed(house.app, ruth, begun)).rejects.toMatchObject({ code: 'proposal_expired' })
  await expect(proposeRefund(house.app, ines, refund(receipt))).rejects.toMatchObject({
    code: 'already_settled',
  })
})

test('from a place that holds it', async () => {
  const receipt = await arrived()
  const held = -(((await balances())[1] ?? 0n) / 1_000_000_000n)
  const away = {
    currency: 'ETH',
    amount: String(held),
    toPlace: 'cold',
    opensPlace: true,
    reason,
  } as const

  await agreed(house.app, ruth, await moveCustody(house.app, ines, away))
  await expect(proposeRefund(house.app, ines, refund(receipt))).rejects.toMatchObject({
    code: 'insufficient_funds',
  })

  await agreed(
    house.app,
    ruth,
    await proposeRefund(house.app, ines, { ...refund(receipt), place: 'cold' }),
  )
})

test('each wrong word is named by its field', async () => {
  const receipt = await arrived()
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
    await expect(proposeRefund(house.app, ines, input)).rejects.toMatchObject(refusal)

  const mo = staff('mo', 'support')
  await expect(proposeRefund(house.app, mo, refund(receipt))).rejects.toMatchObject({
    code: 'role_missing',
  })
})
