import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { anAdmin } from '../testing.ts'
import { stopStaffReset } from './stop-staff-reset.ts'

test('Only an owner stops a reset, and only one that waits', async () => {
  const house = await testApp()
  const { admin: ines } = await anAdmin(house.app, { role: 'finance' })
  const { admin: ruth } = await anAdmin(house.app)

  await expect(stopStaffReset(house.app, ines, ruth.id)).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(stopStaffReset(house.app, ruth, ines.id)).rejects.toMatchObject({ code: 'no_reset' })

  await house.close()
})
