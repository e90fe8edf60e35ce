import { invariant } from '#lib/invariant.ts'
import type { Member } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { Settings } from '#modules/settings/model.ts'
import { setTestSetting } from '#modules/settings/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { openMonitoringCases } from './commands/open-monitoring-cases.ts'
import type { MonitoringCase } from './model.ts'
import { listMonitoringCases } from './queries.ts'

const OFF: Settings['monitoring'] = {
  sumFrom: null,
  sumDays: 30,
  countFrom: null,
  inOutPercent: null,
  inOutDays: 7,
  sharedAddressFrom: null,
  nameMismatch: null,
}

/** Sets the rules of monitoring; those that are not named are off. */
export const setMonitoringRules = (
  app: App,
  rules: Partial<Settings['monitoring']>,
): Promise<void> => setTestSetting(app, 'monitoring', { ...OFF, ...rules })

/** Requests a withdrawal that the rule of large sums finds. */
export async function requestMonitoredWithdrawal(
  app: App,
): Promise<{ member: Member; withdrawalId: string }> {
  await setMonitoringRules(app, { sumFrom: '10000' })

  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 50_000n })
  const input = { amount: '100', method: 'USDT', address: TEST_ADDRESS }
  const { id: withdrawalId } = await requestWithdrawal(app, member, input)

  return { member, withdrawalId }
}

/** Requests a withdrawal that is over the limit of a rule, and opens its case. */
export async function createTestMonitoringCase(
  app: App,
): Promise<{ member: Member; found: MonitoringCase; withdrawalId: string }> {
  const { member, withdrawalId } = await requestMonitoredWithdrawal(app)
  await openMonitoringCases(app)

  const [found] = await listMonitoringCases(app.db, { memberId: member.id })
  invariant(found, 'a withdrawal over the sum has a case')

  return { member, found, withdrawalId }
}
