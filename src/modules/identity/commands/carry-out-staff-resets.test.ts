import { expect, test } from 'vitest'
import { createTestApp } from '../../../../tests/support/app.ts'
import { carryOutStaffResets } from './carry-out-staff-resets.ts'

test('Without a due reset the job changes nothing, however often it runs.', async () => {
  const testApp = await createTestApp()
  await carryOutStaffResets(testApp.app)
  const { rows } = await testApp.database.owner.query('select from audit_event')
  expect(rows).toEqual([])
  await testApp.close()
})
