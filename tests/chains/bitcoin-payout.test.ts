import { base64, hex } from '@scure/base'
import { networks, Psbt } from 'bitcoinjs-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEsplora } from '../../src/modules/chains/adapters/esplora.ts'
import {
  buildBitcoinPayout,
  buildReplacement,
} from '../../src/modules/chains/model/bitcoin-payout.ts'
import { listDifferences } from '../../src/modules/chains/model/payout-differences.ts'
import type { PayoutPlan } from '../../src/modules/chains/model/payout-plan.ts'
import { readSignedBitcoin } from '../../src/modules/chains/model/signed-bitcoin.ts'
import { createOperatorWallet } from './support/operator-wallet.ts'
import { type Regtest, startRegtest } from './support/regtest.ts'

const wallet = createOperatorWallet()
let regtest: Regtest
let plan: PayoutPlan

beforeAll(async () => {
  regtest = await startRegtest()
  const inputs = [
    await wallet.receive(regtest, 0, 400_000n),
    await wallet.receive(regtest, 1, 900_000n),
    await wallet.receive(regtest, 2, 300_000n),
  ]
  const lines = [
    { address: wallet.addressAt(50), units: 1_000_000n },
    { address: regtest.faucet.address, units: 50_000n },
  ]
  plan = { account: wallet.account, inputs, lines, feeRate: 5_000n, changeIndex: 0 }
})
afterAll(() => regtest.stop())

test('a wallet signs the payout as it was prepared, and the chain accepts it', async () => {
  const payout = buildBitcoinPayout(plan)
  expect(payout.inputs.map(({ units }) => units).sort()).toEqual([400_000n, 900_000n])

  const signed = readSignedBitcoin(wallet.sign(payout.psbt), 'regtest')
  expect(signed.txid).toBe(payout.txid)
  expect(listDifferences(payout, signed)).toEqual([])
  const bytes = base64.decode(wallet.sign(payout.psbt))
  for (const same of [bytes, hex.encode(bytes), signed.rawHex, hex.decode(signed.rawHex)])
    expect(readSignedBitcoin(same, 'regtest')).toEqual(signed)
  const size = Psbt.fromBase64(wallet.sign(payout.psbt)).finalizeAllInputs().extractTransaction()
  expect(size.virtualSize()).toBeLessThanOrEqual(payout.virtualSize)
  expect(Number(payout.feeUnits) / size.virtualSize()).toBeCloseTo(5, 0)

  const esplora = createEsplora({ name: 'esplora', url: regtest.esplora.url, network: 'regtest' })
  expect(await esplora.broadcast?.(signed.rawHex)).toBe(payout.txid)
  expect(await esplora.findTransaction(payout.txid)).toMatchObject({
    block: null,
    replaceable: true,
  })

  const replacement = buildReplacement(payout, { ...plan, feeRate: 20_000n, changeIndex: 0 })
  expect(replacement.lines).toEqual(payout.lines)
  expect(replacement.feeUnits).toBeGreaterThan(payout.feeUnits)
  const resigned = readSignedBitcoin(wallet.sign(replacement.psbt), 'regtest')
  await regtest.replace(payout.txid, resigned.rawHex)
  await regtest.mine(1)
  expect((await esplora.findTransaction(replacement.txid))?.block?.height).toBe(regtest.tipHeight())
  expect(await esplora.findTransaction(payout.txid)).toBeNull()
})

test('a PSBT is accepted in binary, base64 and hex, and a raw transaction in hex', () => {
  const payout = buildBitcoinPayout(plan)
  const signed = wallet.sign(payout.psbt)
  const bytes = base64.decode(signed)
  const { rawHex } = readSignedBitcoin(signed, 'regtest')

  for (const form of [
    bytes,
    `  ${signed}\n`,
    Buffer.from(bytes).toString('hex'),
    rawHex,
    Buffer.from(rawHex, 'hex'),
    new TextEncoder().encode(signed),
  ])
    expect(readSignedBitcoin(form, 'regtest')).toMatchObject({ txid: payout.txid, rawHex })
})

/** Signs what an attacker made of the payout: other outputs, or less change. */
function signChanged(change: (outputs: { address: string; value: bigint }[]) => void) {
  const original = Psbt.fromBase64(buildBitcoinPayout(plan).psbt, { network: networks.regtest })
  const outputs = original.txOutputs.map(({ address = '', value }) => ({ address, value }))
  change(outputs)
  const changed = new Psbt({ network: networks.regtest })
  for (const [index, { hash, index: output, sequence }] of original.txInputs.entries())
    changed.addInput({
      hash,
      index: output,
      ...(sequence !== undefined && { sequence }),
      ...original.data.inputs[index],
    })
  changed.addOutputs(outputs)

  return readSignedBitcoin(wallet.sign(changed.toBase64()), 'regtest')
}

test('another amount, address, change or fee is named', () => {
  const payout = buildBitcoinPayout(plan)
  const other = wallet.addressAt(77)
  const find = (outputs: { address: string; value: bigint }[], address: string) => {
    const found = outputs.find((output) => output.address === address)
    if (!found) throw new Error('no such output')
    return found
  }

  const amount = signChanged((outputs) => {
    find(outputs, wallet.addressAt(50)).value -= 1n
  })
  expect(listDifferences(payout, amount)).toEqual([
    `The payout to ${wallet.addressAt(50)} is 999999 satoshis instead of 1000000.`,
    `Its fee is ${payout.feeUnits + 1n} satoshis instead of ${payout.feeUnits}.`,
  ])

  const address = signChanged((outputs) => {
    find(outputs, wallet.addressAt(50)).address = other
  })
  expect(listDifferences(payout, address)).toEqual([
    `The payout to ${wallet.addressAt(50)} is missing.`,
    `1000000 satoshis go to ${other}, which isn’t part of the payout.`,
  ])

  const change = signChanged((outputs) => {
    find(outputs, payout.change?.address ?? '').address = other
  })
  expect(listDifferences(payout, change)[0]).toBe(
    `The change to ${payout.change?.address} is missing.`,
  )

  const order = signChanged((outputs) => outputs.reverse())
  expect(listDifferences(payout, order)).toHaveLength(1)
})

test('what is unsigned, damaged or a private key is refused', () => {
  const { psbt } = buildBitcoinPayout(plan)
  const read = (text: string) => () => readSignedBitcoin(text, 'regtest')

  expect(read(psbt)).toThrow('A signature is missing')
  expect(read(psbt.slice(0, -8))).toThrow('damaged')
  expect(read('hello')).toThrow('Paste a signed PSBT')
  expect(read('00'.repeat(100))).toThrow('isn’t a Bitcoin transaction')
  const raw = Psbt.fromBase64(psbt).data.globalMap.unsignedTx.toBuffer()
  expect(read(Buffer.from(raw).toString('hex'))).toThrow('A signature is missing')
  for (const secret of [wallet.privateKey, '11'.repeat(32)])
    expect(read(secret)).toThrow(expect.objectContaining({ code: 'private_key' }))
})

test('a payout with dust, a strange fee, too little money, another network or a false input is refused', () => {
  const refuse = (changed: Partial<PayoutPlan>, code: string) =>
    expect(() => buildBitcoinPayout({ ...plan, ...changed })).toThrow(
      expect.objectContaining({ code }),
    )

  refuse({ lines: [{ address: wallet.addressAt(9), units: 545n }] }, 'dust')
  refuse({ feeRate: 999n }, 'invalid_fee_rate')
  refuse({ feeRate: 500_001n }, 'invalid_fee_rate')
  refuse({ lines: [{ address: wallet.addressAt(9), units: 1_600_000n }] }, 'insufficient_funds')
  refuse(
    { lines: [{ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', units: 10_000n }] },
    'other_network',
  )
  refuse(
    { inputs: plan.inputs.map((input) => ({ ...input, units: input.units + 1n })) },
    'input_mismatch',
  )
  expect(() => buildReplacement(buildBitcoinPayout(plan), plan)).toThrow('at least')
})

test('change below the limit is left to the fee', () => {
  const [input] = plan.inputs
  if (!input) throw new Error('no input')
  const lines = [{ address: wallet.addressAt(9), units: input.units - 1_000n }]
  const { change, feeUnits } = buildBitcoinPayout({ ...plan, inputs: [input], lines })
  expect([change, feeUnits]).toEqual([null, 1_000n])
})
