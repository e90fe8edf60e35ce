import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { carryOutStaffResets } from './carry-out-staff-resets.ts'

test('Where nothing waits nothing is changed, however often it runs', async () => {
  const house = await testApp()
  await carryOutStaffResets(house.app)
  const { rows } = await house.database.owner.query('select from audit_act')
  expect(rows).toEqual([])
  await house.close()
})
