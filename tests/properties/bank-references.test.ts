import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

let made = 0
const record = async (reference: string, source = 'bank', amount = 100) => {
  const { rows } = await database.pool.query(
    `select ledger.record_receipt('rcp_' || $1::text, $2, $3, 0, 'USD', $4, now(), 'adm_x') as id`,
    [++made, source, reference, amount],
  )
  return rows[0].id as string
}

test('a bank reference that is spelled differently is the same receipt', async () => {
  const id = await record('SEPA 77')
  for (const reference of ['sepa 77', 'SEPA-77', 'SEPA  77', 'SEPA_77', 'sepa/77', 'SEPA - 77.'])
    expect(await record(reference), reference).toBe(id)

  await expect(record('sepa-77', 'bank', 101)).rejects.toThrow('LG013')
  expect(await record('SEPA 7 7')).not.toBe(id)
  expect(await record('SEPA 78')).not.toBe(id)
})

test('the database refuses a bank reference with hidden characters or other letters', async () => {
  for (const reference of [
    'SEPA\u200b77',
    'SEP\u0391 77',
    'SEPA\u202e77',
    'ＳＥＰＡ77',
    'SEPA\u00ad77',
  ])
    await expect(record(reference), reference).rejects.toThrow('bank_reference_is_latin')
})

test('references of coin are compared as they are', async () => {
  expect(await record('aa-1', 'simulated')).not.toBe(await record('aa 1', 'simulated'))
})
