import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDifferences } from '#modules/chains/model/payout-differences.ts'
import { readSignedBitcoin } from '#modules/chains/model/signed-bitcoin.ts'
import { ensureElectrum } from '../../scripts/debian.js'
import { buildBitcoinPayout } from '../../src/modules/chains/model/bitcoin-payout.ts'
import { isMessageProved } from '../../src/modules/chains/model/message-proofs.ts'
import { createOperatorWallet } from '../chains/support/operator-wallet.ts'
import { type Regtest, startRegtest } from '../chains/support/regtest.ts'

const program = ensureElectrum()
const wallet = createOperatorWallet()
let regtest: Regtest
let folder: string

const electrum = async (...args: string[]) => {
  const base = ['-D', folder, '--regtest', '--offline', '-w', join(folder, 'wallet')]
  const { stdout } = await promisify(execFile)(program, [...base, ...args])
  return stdout.trim()
}

beforeAll(async () => {
  regtest = await startRegtest()
  folder = await mkdtemp(join(tmpdir(), 'candor-electrum-'))
  await electrum('restore', wallet.nativeSegwitKey)
})
afterAll(async () => {
  await regtest.stop()
  await rm(folder, { recursive: true, force: true })
})

test('Electrum has the same addresses and signs a payout that the chain accepts', async () => {
  const addresses = JSON.parse(await electrum('listaddresses', '--receiving')) as string[]
  expect(addresses.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map(wallet.addressAt))

  const inputs = [
    await wallet.receive(regtest, 0, 400_000n),
    await wallet.receive(regtest, 1, 900_000n),
  ]
  const lines = [{ address: wallet.addressAt(50), units: 1_000_000n }]
  const payout = buildBitcoinPayout({
    account: wallet.account,
    inputs,
    lines,
    feeRate: 5_000n,
    changeIndex: 0,
  })
  const signed = readSignedBitcoin(await electrum('signtransaction', payout.psbt), 'regtest')
  expect(listDifferences(payout, signed)).toEqual([])
  expect(await regtest.send(signed.rawHex)).toBe(payout.txid)
})

test('a message that Electrum signs proves its address', async () => {
  const address = wallet.addressAt(0)
  const message = 'Reserves of Example Ltd, block 921000'
  const signature = await electrum('signmessage', address, message)
  const proof = { address, message, signature, network: 'regtest' } as const

  expect(isMessageProved(proof)).toBe(true)
  expect(isMessageProved({ ...proof, message: `${message}.` })).toBe(false)
  expect(isMessageProved({ ...proof, address: wallet.addressAt(1) })).toBe(false)
})
