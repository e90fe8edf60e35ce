import { expect, test } from 'vitest'
import { createTestApp } from '../../../../tests/support/app.ts'
import { createTestAdmin } from '../testing.ts'
import { stopStaffReset } from './stop-staff-reset.ts'

test('Only an owner stops a reset, and only a pending one.', async () => {
  const testApp = await createTestApp()
  const { admin: ines } = await createTestAdmin(testApp.app, { role: 'finance' })
  const { admin: ruth } = await createTestAdmin(testApp.app)

  await expect(stopStaffReset(testApp.app, ines, ruth.id)).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(stopStaffReset(testApp.app, ruth, ines.id)).rejects.toMatchObject({
    code: 'no_reset',
  })

  await testApp.close()
})
