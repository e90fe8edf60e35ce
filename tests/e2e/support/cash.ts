import type { Page } from '@playwright/test'
import { callAsStaff, createMember } from './people.ts'

/**
 * Creates a member with cash: a payment without a deposit that staff match to them. Returns the
 * email address.
 */
export async function createMemberWithCash(page: Page, name: string, amount: number) {
  const email = await createMember(page, name)
  const { data: member } = await (await page.request.get('/api/user')).json()
  const reason = 'Bank transfer without a reference.'
  const received = await callAsStaff(page.request, '/api/admin/treasury/suspense', {
    currency: 'USD',
    amount,
    reason,
  })
  const { receipt } = received.data.content
  await callAsStaff(page.request, `/api/admin/treasury/suspense/${receipt}/match`, {
    member: member._id,
    reason,
  })

  return email
}
