import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { type ChainProvider, ChainProviderError } from '#modules/chains/adapters/chain-provider.ts'
import type { Staff } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  createBitcoinSigner,
  createEthereumSigner,
  createTronSigner,
  type MessageSigner,
  signLegacy,
} from '../../../../tests/support/message-signers.ts'
import { listReserves } from '../queries.ts'
import { type AddReserveAddress, addReserveAddress } from './add-reserve-address.ts'
import { prepareReserveStatement } from './prepare-reserve-statement.ts'
import { recordReserveStatement } from './record-reserve-statement.ts'

const DAY_MS = 86_400_000
const bitcoin = createBitcoinSigner()
let testApp: TestApp
let finance: Staff
let btcId: string

beforeAll(async () => {
  testApp = await createTestApp()
  finance = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  btcId = await add({ coin: 'BTC' }, bitcoin)
})
afterAll(() => testApp.close())

async function add(
  where: Pick<AddReserveAddress, 'coin' | 'chain'>,
  { address }: MessageSigner,
): Promise<string> {
  const input = { ...where, address, wallet: 'single_key' } as const
  return (await addReserveAddress(testApp.app, finance, input)).id
}

async function prepare(id = btcId) {
  const { challenge } = await prepareReserveStatement(testApp.app, finance, id)
  return { challengeId: challenge?.id ?? '', text: challenge?.statement ?? '' }
}

const recordStatement = (challengeId: string, signature: string, app = testApp.app) =>
  recordReserveStatement(app, finance, { challengeId, signature })

/** The app with a Bitcoin provider that answers otherwise. */
function withProvider(change: (provider: ChainProvider) => Partial<ChainProvider>) {
  const [provider] = testApp.app.chains.bitcoin
  if (!provider) throw new Error('the test app simulates Bitcoin')
  const chains = { ...testApp.app.chains, bitcoin: [{ ...provider, ...change(provider) }] }
  return { ...testApp.app, chains }
}

const hashOf = (digit: string) => digit.repeat(64)

test.each([
  ['bip322', { coin: 'BTC' }, createBitcoinSigner(11)],
  [
    'bip137',
    { coin: 'BTC' },
    { ...createBitcoinSigner(12), sign: (text: string) => signLegacy(text, 12) },
  ],
  ['eip191', { coin: 'ETH' }, createEthereumSigner()],
  ['tip191', { coin: 'USDT', chain: 'tron' }, createTronSigner()],
] as const)(
  'a signature by %s proves its address, with the balance at the block',
  async (format, where, signer) => {
    const { challengeId, text } = await prepare(await add(where, signer))
    const proved = await recordStatement(challengeId, ` ${signer.sign(text)}\n`)

    expect(proved).toMatchObject({
      state: 'proved',
      challenge: null,
      proof: { format, statement: text, signature: signer.sign(text), units: 0n },
    })
    expect(text).toContain(`${proved.proof?.block.height} ${proved.proof?.block.hash}`)
    const [event] = await listAuditEvents(testApp.app.db, { subjectId: proved.id })
    expect(event).toMatchObject({ action: 'reserve-statement.recorded', details: { format } })
  },
)

test('a signature of another text, by another key or of another statement proves nothing', async () => {
  const { challengeId, text } = await prepare()
  const other = await prepare()

  for (const signature of [
    bitcoin.sign(text.replace('BTC', 'ETH')),
    bitcoin.sign(`${text}\n`),
    createBitcoinSigner(5).sign(text),
    bitcoin.sign(other.text),
    bitcoin.sign(text).replace('A', 'B'),
    '',
    'no signature',
  ])
    await expect(recordStatement(challengeId, signature), signature).rejects.toMatchObject({
      code: 'invalid_signature',
      field: 'signature',
    })

  const [btc] = await listReserves(testApp.app.db, { now: testApp.app.clock.now(), id: btcId })
  expect(btc).toMatchObject({ state: 'unproved', proof: null })
})

test('a statement is recorded once, and within 24 hours', async () => {
  const { challengeId, text } = await prepare()
  await recordStatement(challengeId, bitcoin.sign(text))
  await expect(recordStatement(challengeId, bitcoin.sign(text))).rejects.toMatchObject({
    code: 'statement_used',
  })

  const late = await prepare()
  testApp.app.clock.advance(DAY_MS + 1)
  await expect(recordStatement(late.challengeId, bitcoin.sign(late.text))).rejects.toMatchObject({
    code: 'statement_expired',
  })
})

test('a private key is refused as a signature', async () => {
  const { challengeId } = await prepare()
  await expect(recordStatement(challengeId, hashOf('a'))).rejects.toMatchObject({
    code: 'private_key',
    field: 'signature',
  })
})

test('other staff roles can’t record a statement', async () => {
  const { admin: support } = await createTestAdmin(testApp.app, { role: 'support' })
  const { challengeId, text } = await prepare()
  await expect(
    recordReserveStatement(testApp.app, support, { challengeId, signature: bitcoin.sign(text) }),
  ).rejects.toMatchObject({ code: 'role_missing' })
})

test('a silent provider records nothing, and the statement can be sent again', async () => {
  const { challengeId, text } = await prepare()
  const silent = withProvider(() => ({
    readBalance: async () => {
      throw new ChainProviderError('unreachable', 'no answer')
    },
  }))
  await expect(recordStatement(challengeId, bitcoin.sign(text), silent)).rejects.toMatchObject({
    code: 'provider_unavailable',
  })
  expect(await recordStatement(challengeId, bitcoin.sign(text))).toMatchObject({ state: 'proved' })
})

test('a provider of the newest block alone answers for that one', async () => {
  const { challengeId, text } = await prepare()
  const newest = withProvider((provider) => ({
    readBalance: async (_coin, _address, height) => {
      if (height !== undefined) throw new ChainProviderError('invalid', 'newest block only')
      const tip = await provider.readTip()
      return { units: 25n, block: { height: tip.height + 3, hash: hashOf('b'), at: tip.at } }
    },
  }))

  const { proof } = await recordStatement(challengeId, bitcoin.sign(text), newest)
  expect(proof).toMatchObject({ units: 25n, block: { hash: hashOf('b') } })
})

test('a block that the chain replaced needs a new statement', async () => {
  const { challengeId, text } = await prepare()
  const replaced = withProvider((provider) => ({
    readBalance: async () => {
      const tip = await provider.readTip()
      return { units: 1n, block: { height: tip.height, hash: hashOf('c'), at: tip.at } }
    },
  }))
  await expect(recordStatement(challengeId, bitcoin.sign(text), replaced)).rejects.toMatchObject({
    code: 'block_replaced',
  })
})

const INSERT = `insert into reserve_statement (challenge_id, signature, format, units,
    balance_height, balance_hash, balance_at, provider, simulated, verified_at, recorded_by)
  select id, 'x', $2, 1, block_height, block_hash, prepared_at, 'node', true,
    prepared_at + $3::interval, 'adm' from reserve_challenge where id = $1`

test('the database refuses a statement without its challenge, late, or in a format of another chain', async () => {
  const { pool } = testApp.database
  const { challengeId } = await prepare()

  for (const [format, after] of [
    ['eip191', '1 hour'],
    ['bip322', '25 hours'],
    ['bip322', '-1 hour'],
  ])
    await expect(pool.query(INSERT, [challengeId, format, after])).rejects.toThrow(
      'answers a current challenge',
    )

  await pool.query(INSERT, [challengeId, 'bip322', '1 hour'])
  await expect(pool.query(INSERT, [challengeId, 'bip322', '1 hour'])).rejects.toThrow('duplicate')
  await expect(
    pool.query(
      `insert into reserve_statement select 'rch_00000000000000000000', signature, format, units,
        balance_height, balance_hash, balance_at, provider, simulated, verified_at, recorded_by
      from reserve_statement limit 1`,
    ),
  ).rejects.toThrow('answers a current challenge')
})

test('the database refuses a statement of a wallet that isn’t covered', async () => {
  const { owner, pool } = testApp.database
  const { challengeId } = await prepare()
  await owner.query(`alter table reserve_address disable trigger guard_reserve_address`)
  await owner.query(`update reserve_address set wallet = 'multisig' where id = $1`, [btcId])
  await expect(pool.query(INSERT, [challengeId, 'bip322', '1 hour'])).rejects.toThrow(
    'answers a current challenge',
  )
  await owner.query(`update reserve_address set wallet = 'single_key' where id = $1`, [btcId])
  await owner.query(`alter table reserve_address enable trigger guard_reserve_address`)
})

test('statements and their challenges can’t be rewritten, even by the table owner', async () => {
  const { owner, pool } = testApp.database
  for (const rewrite of [
    `update reserve_statement set units = 9`,
    `delete from reserve_statement`,
    `update reserve_challenge set statement = 'other'`,
    `delete from reserve_challenge`,
    `truncate reserve_address cascade`,
  ]) {
    await expect(owner.query(rewrite), rewrite).rejects.toThrow('append-only')
    await expect(pool.query(rewrite), rewrite).rejects.toThrow('permission denied')
  }
  await expect(owner.query(`update reserve_address set address = 'x'`)).rejects.toThrow('never')
})
