import { base64, hex } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import {
  type BitcoinPayouts,
  signInputs,
  signPsbt,
  startBitcoinPayouts,
} from '../../../../tests/support/bitcoin-payouts.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import { readPayoutFile } from '../queries/payout-file.ts'
import { storeSignedPayout } from './store-signed-payout.ts'

let payouts: BitcoinPayouts

beforeAll(async () => {
  payouts = await startBitcoinPayouts()
})
afterAll(() => payouts.close())

const store = (batchId: string, signed: string) =>
  storeSignedPayout(payouts.app, payouts.ines, { batchId, signed })

test('the exported file is an unsigned transaction that pays exactly the batch, with its fee and change', async () => {
  const { app, createExported, getCurrent, readTransfers } = payouts
  const { batchId, lines } = await createExported(['300', '400'])
  const current = await getCurrent(batchId)
  const file = await readPayoutFile(app, batchId)
  expect(Buffer.from(await file.arrayBuffer()).equals(current.psbt)).toBe(true)
  expect(file.name).toMatch(/^payouts-\d+\.psbt$/)

  const transfers = readTransfers(current.psbt)
  for (const { address, coinAmount } of lines)
    expect(transfers).toContainEqual(expect.objectContaining({ address, units: coinAmount }))
  expect(transfers).toHaveLength(3)

  const tx = Transaction.fromPSBT(current.psbt)
  const paid = transfers.reduce((sum, { units }) => sum + units, 0n)
  expect(current.inputUnits).toBe(paid + (current.fee ?? 0n))
  signInputs(tx)
  tx.finalize()
  const rate = Number(current.fee) / tx.vsize
  expect(rate).toBeGreaterThanOrEqual(5)
  expect(rate).toBeLessThan(5.2)
})

test('the signed transaction is stored as a PSBT or raw, once, and audited', async () => {
  const { app, createExported, getCurrent } = payouts
  const { batchId } = await createExported(['300'])
  const { psbt, txid } = await getCurrent(batchId)
  const signed = signPsbt(psbt)
  await store(batchId, signed)

  const stored = await getCurrent(batchId)
  expect(stored).toMatchObject({ status: 'signed', signedBy: payouts.ines.label })
  expect(Transaction.fromRaw(hex.decode(stored.rawHex ?? '')).id).toBe(txid)
  expect((await getPayoutBatch(app.db, batchId)).status).toBe('signed')

  await store(batchId, stored.rawHex ?? '')
  await store(batchId, hex.encode(base64.decode(signed)))
  const events = await listAuditEvents(app.db, { subjectId: batchId })
  expect(events.filter(({ action }) => action === 'payout-batch.signed')).toHaveLength(1)
})

test('another amount, address, change or fee is refused, and the message says which', async () => {
  const { createExported, getCurrent, readTransfers } = payouts
  const exported = await createExported(['300'])
  const { psbt, changeAddress } = await getCurrent(exported.batchId)
  const [line] = exported.lines
  const outputs = readTransfers(psbt)
  const at = outputs.findIndex(({ address }) => address === line?.address)
  const changeAt = outputs.findIndex(({ address }) => address === changeAddress)

  const alter = (change: (tx: Transaction) => void) =>
    store(exported.batchId, signPsbt(psbt, change))
  const units = outputs[at]?.units ?? 0n
  await expect(alter((tx) => tx.updateOutput(at, { amount: units + 1n }))).rejects.toMatchObject({
    code: 'signed_differs',
    field: 'signed',
    message: expect.stringMatching(/to tb1\S+ is \d+ satoshis instead of \d+\. Its fee is/),
  })

  const thief = p2wpkh(payouts.root.publicKey ?? new Uint8Array(), TEST_NETWORK)
  await expect(alter((tx) => tx.updateOutput(at, { script: thief.script }))).rejects.toMatchObject({
    message: expect.stringMatching(/is missing\. \d+ satoshis go to tb1\S+, which isn’t part/),
  })

  const change = outputs[changeAt]?.units ?? 0n
  await expect(
    alter((tx) => tx.updateOutput(changeAt, { amount: change - 1_000n })),
  ).rejects.toMatchObject({
    message: expect.stringMatching(/The change to tb1\S+ is \d+ satoshis instead of/),
  })
  expect(await getCurrent(exported.batchId)).toMatchObject({ status: 'exported', rawHex: null })
})

test('an unsigned transaction, another text, a private key and support are refused', async () => {
  const { app, createExported, getCurrent, root } = payouts
  const { batchId } = await createExported(['300'])
  const { psbt } = await getCurrent(batchId)
  await expect(store(batchId, base64.encode(psbt))).rejects.toMatchObject({ code: 'unsigned' })
  await expect(store(batchId, 'signed')).rejects.toMatchObject({ code: 'invalid_transaction' })
  await expect(store(batchId, root.privateExtendedKey)).rejects.toMatchObject({
    code: 'private_key',
  })

  const support = (await createTestAdmin(app, { role: 'support' })).admin
  await expect(
    storeSignedPayout(app, support, { batchId, signed: signPsbt(psbt) }),
  ).rejects.toMatchObject({ code: 'role_missing' })
})
