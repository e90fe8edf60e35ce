import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAddressSource } from '../../src/modules/administration/commands/change-address-source.ts'
import { changeReceivingAddress } from '../../src/modules/administration/commands/change-receiving-address.ts'
import { openChains } from '../../src/modules/chains/adapters/open-chains.ts'
import { watchChain } from '../../src/modules/chains/commands/watch-chain.ts'
import { listAddressProblems, listProviderHealth } from '../../src/modules/chains/queries.ts'
import { confirmDeposit } from '../../src/modules/deposits/commands/confirm-deposit.ts'
import { matchPayments } from '../../src/modules/deposits/commands/match-payments.ts'
import { quoteDeposit } from '../../src/modules/deposits/commands/quote-deposit.ts'
import { type Deposit, getAnyDeposit } from '../../src/modules/deposits/queries.ts'
import type { Admin, Member } from '../../src/modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '../../src/modules/identity/testing.ts'
import { createPublishedPlan } from '../../src/modules/plans/testing.ts'
import { saveWallets } from '../../src/modules/withdrawals/commands/save-wallets.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { createOperatorWallet } from './support/operator-wallet.ts'
import { type Regtest, startRegtest } from './support/regtest.ts'

/** Account 0 of `abandon … about` on the main network (BIP 84). */
const MAIN_KEY =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'

const MAIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

const wallet = createOperatorWallet()
const source = { method: 'BITCOIN', mode: 'xpub', scriptType: 'p2wpkh', compared: true } as const

let regtest: Regtest
let testApp: TestApp
let app: TestApp['app']
let ruth: Admin
let maya: Member
let planId: string
/** A deposit that was quoted while Bitcoin was simulated. */
let simulated: Deposit

beforeAll(async () => {
  regtest = await startRegtest()
  testApp = await createTestApp({ at: new Date().toISOString() })
  ruth = (await createTestAdmin(testApp.app)).admin
  maya = (await createTestMember(testApp.app)).member
  planId = (await createPublishedPlan(testApp.app)).id

  const { key } = wallet.account
  await changeAddressSource(testApp.app, ruth, { ...source, accountKey: key.key })
  await watchChain(testApp.app, 'bitcoin')
  simulated = await quote(testApp.app)

  const config = {
    ...testApp.app.config,
    BITCOIN_NETWORK: 'regtest' as const,
    BITCOIN_PROVIDERS: [
      { kind: 'core' as const, url: regtest.core.url },
      { kind: 'esplora' as const, url: regtest.esplora.url },
    ],
  }
  app = { ...testApp.app, config, chains: openChains(config, testApp.app) }
})
afterAll(async () => {
  await regtest.stop()
  await testApp.close()
})

const quote = (on: TestApp['app']) =>
  quoteDeposit(on, maya, { planId, amount: '2500', method: 'BITCOIN' })
const read = ({ id }: Deposit) => getAnyDeposit(app.db, id, app.clock.now())

async function watch() {
  app.clock.advance(30_000)
  await watchChain(app, 'bitcoin')
  await matchPayments(app)
}

test('a key of another network than the providers is refused', async () => {
  const change = changeAddressSource(app, ruth, { ...source, accountKey: MAIN_KEY })
  await expect(change).rejects.toMatchObject({ code: 'invalid_key', field: 'accountKey' })
})

test('a shared address of another network than the providers is refused', async () => {
  const change = (address: string) =>
    changeReceivingAddress(app, ruth, { method: 'BITCOIN', address })
  for (const address of [MAIN_ADDRESS, simulated.address])
    await expect(change(address)).rejects.toMatchObject({ code: 'invalid_address' })
  await change(wallet.addressAt(70))
})

test('both providers answer, though the sandbox has addresses of its simulated chain', async () => {
  expect(simulated.address).toMatch(/^tb1/)
  await watch()

  const health = await listProviderHealth(app, app.db)
  const bitcoin = health.filter(({ chain }) => chain === 'bitcoin')
  expect(bitcoin.map(({ status, problem, tipHeight }) => ({ status, problem, tipHeight }))).toEqual(
    Array.from({ length: 2 }, () => ({
      status: 'ok',
      problem: null,
      tipHeight: regtest.tipHeight(),
    })),
  )
  expect(await listAddressProblems(app)).toEqual([])
})

test('a deposit is paid at an address of the wallet, confirmed by the node and credited', async () => {
  const deposit = await quote(app)
  expect([0, 1, 2].map((index) => wallet.addressAt(index))).toContain(deposit.address)
  expect(deposit.address).toMatch(/^bcrt1q/)

  await regtest.pay([deposit.address, deposit.coinAmount])
  await watch()
  expect(await read(deposit)).toMatchObject({ status: 'pending' })
  const confirm = () => confirmDeposit(app, ruth, { depositId: deposit.id })
  await expect(confirm()).rejects.toMatchObject({ code: 'not_confirmed_yet' })

  await regtest.mine(3)
  await watch()
  expect(await confirm()).toMatchObject({ status: 'completed', credited: 250_000n })
})

test('a withdrawal address is one of the same network', async () => {
  await expect(saveWallets(app, maya, { bitcoin: MAIN_ADDRESS })).rejects.toMatchObject({
    code: 'invalid_address',
  })
  const [saved] = await saveWallets(app, maya, { bitcoin: wallet.addressAt(60) })
  expect(saved).toMatchObject({ address: wallet.addressAt(60) })
})
