import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin } from '#modules/identity/testing.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { proposeUnfreeze } from './propose-unfreeze.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const reason = 'The row was put back from the witness of yesterday.'

test('an owner asks for it with a reason, once, and only while the books are frozen', async () => {
  const { admin: ruth } = await anAdmin(house.app, { role: 'owner' })
  const { admin: ines } = await anAdmin(house.app, { role: 'finance' })

  await expect(proposeUnfreeze(house.app, ruth, { reason })).rejects.toMatchObject({
    code: 'not_frozen',
  })

  await sql`select ledger.freeze_books('a balance differs', ${house.app.clock.now()})`.execute(
    house.app.db,
  )
  await expect(proposeUnfreeze(house.app, ines, { reason })).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(proposeUnfreeze(house.app, ruth, { reason: 'oops' })).rejects.toMatchObject({
    code: 'reason_needed',
    field: 'reason',
  })

  const proposal = await proposeUnfreeze(house.app, ruth, { reason })
  expect(proposal).toMatchObject({
    act: 'books.unfreeze',
    content: { because: 'a balance differs', reason },
  })

  await expect(proposeUnfreeze(house.app, ruth, { reason })).rejects.toMatchObject({
    code: 'already_proposed',
  })
})
