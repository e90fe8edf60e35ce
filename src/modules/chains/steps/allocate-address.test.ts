import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireQuotes } from '#modules/deposits/commands/expire-quotes.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import type { AddressSourceContent, PaymentMethodCode } from '#modules/settings/model.ts'
import { addAddressSource } from '#modules/settings/steps/add-address-source.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { deriveAddress } from '../model/derive-address.ts'
import { POOL_REST_MS } from '../model.ts'
import { listAddressProblems, listAddressSupplies, verifyAddress } from '../queries.ts'

/** BIP 84 and BIP 44, of published words; the development accounts of Ethereum. */
const BITCOIN_KEY =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2' +
  'fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V'
const ETHEREUM_KEY =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV' +
  '9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP'

const NOTHING = {
  accountKey: null,
  scriptType: null,
  fingerprint: null,
  path: null,
  addresses: null,
}

let testApp: TestApp
let planId: string

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 32 })
  planId = (await createPublishedPlan(testApp.app)).id
})
afterAll(() => testApp.close())

const setSource = (content: Partial<AddressSourceContent> & Pick<AddressSourceContent, 'method'>) =>
  testApp.app.db.transaction().execute(async (tx) => {
    const at = testApp.app.clock.now()
    const full = { mode: 'pool', chain: 'ethereum', ...NOTHING, ...content } as AddressSourceContent
    return await addAddressSource(tx, full, { by: 'test', at, effectiveFrom: at })
  })

const useBitcoinKey = () =>
  setSource({
    method: 'BITCOIN',
    mode: 'xpub',
    chain: 'bitcoin',
    accountKey: BITCOIN_KEY,
    scriptType: 'p2wpkh',
  })

const poolAddress = (index: number) =>
  deriveAddress({ chain: 'ethereum', key: ETHEREUM_KEY, scriptType: 'account', test: false, index })
const usePool = (size: number, from = 0) =>
  setSource({
    method: 'ETHERIUM',
    addresses: Array.from({ length: size }, (_, at) => poolAddress(from + at)),
  })

const createMember = async () => (await createTestMember(testApp.app)).member
const quote = async (
  method: PaymentMethodCode,
  member?: Awaited<ReturnType<typeof createMember>>,
) =>
  await quoteDeposit(testApp.app, member ?? (await createMember()), {
    planId,
    amount: '2500',
    method,
  })

/** Lets all open quotes expire, which returns their addresses. */
async function expireAll() {
  testApp.app.clock.advance(31 * 60_000)
  await expireQuotes(testApp.app)
}

const countRows = async (query: string, values: unknown[] = []) =>
  Number((await testApp.database.owner.query(query, values)).rows[0].count)

test('Twenty quotes at once get twenty derived addresses without a gap, all of them watched.', async () => {
  await useBitcoinKey()
  const members = await Promise.all(Array.from({ length: 20 }, createMember))
  const quotes = await Promise.all(members.map((member) => quote('BITCOIN', member)))

  const addresses = quotes.map(({ address }) => address)
  expect(new Set(addresses).size).toBe(20)
  expect(addresses).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')

  const { rows } = await testApp.database.owner.query(
    'select derivation_index as index from issued_address order by 1',
  )
  expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(
    await countRows('select count(*) from chain_address where address = any($1)', [addresses]),
  ).toBe(20)
})

test('A member gets the same address until it is paid, and another member gets a new one.', async () => {
  const member = await createMember()
  const first = await quote('BITCOIN', member)
  const second = await quote('BITCOIN', member)
  expect(second.address).not.toBe(first.address)

  await expireAll()
  expect((await quote('BITCOIN', member)).address).toBe(first.address)
  expect((await quote('BITCOIN')).address).not.toBe(second.address)
})

test('A paid address goes to no other deposit, also when its key is used again.', async () => {
  const member = await createMember()
  const first = await quote('BITCOIN', member)
  await testApp.database.owner.query(
    `insert into chain_payment (id, chain, coin, txid, output_index, address, units, first_seen_at)
      values ('pay_00000000000000000001', 'bitcoin', 'BTC', $1, 0, $2, 5, $3)`,
    ['ab'.repeat(32), first.address, testApp.app.clock.now()],
  )
  await expireAll()
  await useBitcoinKey()

  const again = await quote('BITCOIN', member)
  expect(again.address).not.toBe(first.address)
  const update = `update issued_address set deposit_id = $1 where address = $2`
  await expect(testApp.database.owner.query(update, [again.id, first.address])).rejects.toThrow(
    'takes one payment',
  )
})

test('An address of a pool is lent to one open deposit, and waits before it is lent again.', async () => {
  await usePool(3)
  const quotes = []
  for (const ms of [1_000, 1_000, 1_000]) {
    testApp.app.clock.advance(ms)
    quotes.push(await quote('ETHERIUM'))
  }
  expect(new Set(quotes.map(({ address }) => address)).size).toBe(3)
  await expect(quote('ETHERIUM')).rejects.toMatchObject({ code: 'addresses_in_use', status: 409 })
  expect(await listAddressProblems(testApp.app)).toContainEqual(
    expect.stringContaining('All 3 Ethereum addresses are in use'),
  )

  await expireAll()
  const ended = Math.max(...quotes.map(({ expiresAt }) => Number(expiresAt)))
  const restEnds = ended + POOL_REST_MS.sandbox
  const early = { ...testApp.app, clock: { ...testApp.app.clock, now: () => new Date(ended + 1) } }
  const member = await createMember()
  const input = { planId, amount: '2500', method: 'ETHERIUM' }
  await expect(quoteDeposit(early, member, input)).rejects.toMatchObject({ status: 409 })

  testApp.app.clock.advance(restEnds - Number(testApp.app.clock.now()))
  expect((await quote('ETHERIUM')).address).toBe(quotes[0]?.address)
})

test('Twenty quotes at once never share an address of a pool.', async () => {
  await usePool(25, 100)
  const quotes = await Promise.all(Array.from({ length: 20 }, () => quote('ETHERIUM')))
  expect(new Set(quotes.map(({ address }) => address)).size).toBe(20)

  const supplies = await listAddressSupplies(testApp.app)
  expect(supplies).toContainEqual({ method: 'ETHERIUM', unused: 0, size: 25, free: 5 })
})

test('An address that was changed in the database is not shown; staff are warned.', async () => {
  const { id, address, method } = await quote('BITCOIN')
  const shown = { depositId: id, method, address }
  await expect(verifyAddress(testApp.app, shown)).resolves.toBeUndefined()
  expect(await listAddressProblems(testApp.app)).not.toContainEqual(expect.stringContaining(id))

  const other = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const changed = verifyAddress(testApp.app, { ...shown, address: other })
  await expect(changed).rejects.toMatchObject({ code: 'address_mismatch', status: 503 })

  const { owner } = testApp.database
  await owner.query('alter table issued_address disable trigger user')
  await owner.query('update issued_address set address = $1 where deposit_id = $2', [other, id])
  await owner.query('alter table issued_address enable trigger user')
  await owner.query('update deposit set address = $1 where id = $2', [other, id])
  const both = verifyAddress(testApp.app, { ...shown, address: other })
  await expect(both).rejects.toMatchObject({ code: 'address_mismatch' })
  expect(await listAddressProblems(testApp.app)).toContainEqual(expect.stringContaining(id))
})

test('A shared address is shown only if it is one of the operator’s.', async () => {
  const { id, method } = await quote('USDT')
  const show = (address: string) => verifyAddress(testApp.app, { depositId: id, method, address })

  await expect(show('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).resolves.toBeUndefined()
  await expect(show(poolAddress(0))).rejects.toMatchObject({ code: 'address_mismatch' })
})

test('From fifteen unpaid derived addresses in a row on, staff are warned.', async () => {
  const [supply] = (await listAddressSupplies(testApp.app)).filter(
    ({ method }) => method === 'BITCOIN',
  )
  const missing = 15 - (supply?.unused ?? 0)
  for (let at = 0; at < missing; at++) await quote('BITCOIN')

  expect(await listAddressProblems(testApp.app)).toContainEqual(
    expect.stringMatching(/^\d+ Bitcoin addresses in a row were not paid/),
  )
})
