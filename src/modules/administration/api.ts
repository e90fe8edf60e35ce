import type { Proposal } from '#modules/approvals/model.ts'
import { checkLinks, findChainHead, searchAuditEvents } from '#modules/audit/queries.ts'
import {
  listPoolAddresses,
  parseAddressSourceInput,
  testProvider,
} from '#modules/chains/queries.ts'
import { changeRole } from '#modules/identity/commands/change-role.ts'
import { endStaffSessions } from '#modules/identity/commands/end-staff-sessions.ts'
import { inviteStaff } from '#modules/identity/commands/invite-staff.ts'
import { proposeMoneyRole } from '#modules/identity/commands/propose-money-role.ts'
import { reinstateStaff } from '#modules/identity/commands/reinstate-staff.ts'
import { resetStaffFactor } from '#modules/identity/commands/reset-staff-factor.ts'
import { stopStaffReset } from '#modules/identity/commands/stop-staff-reset.ts'
import { suspendStaff } from '#modules/identity/commands/suspend-staff.ts'
import { assertRecentStaffAuth, listStaffLines } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { STAFF } from '#platform/events/events.ts'
import { type CallContext, implementCalls } from '#platform/http/http.ts'
import { listQueues, listTroubledJobs } from '#platform/jobs/job-states.ts'
import { cancelSettingChange } from './commands/cancel-setting-change.ts'
import { changeAddressSource } from './commands/change-address-source.ts'
import { changePaymentTerms } from './commands/change-payment-terms.ts'
import { changeReceivingAddress } from './commands/change-receiving-address.ts'
import { changeSetting } from './commands/change-setting.ts'
import { recordExport } from './commands/record-export.ts'
import { retirePoolAddress } from './commands/retire-pool-address.ts'
import { retryJob } from './commands/retry-job.ts'
import { setPause } from './commands/set-pause.ts'
import { administrationContract } from './contract.ts'
import { TEXTS } from './model.ts'
import { toSourcePreview } from './presenters/address-sources.ts'
import { buildAuditEventResponses } from './presenters/audit-events.ts'
import { parseSettingValue, toSettingsResponse } from './presenters/settings.ts'
import { toStaffResponse } from './presenters/staff.ts'
import { buildAuditFile, toAuditSearch } from './queries/audit-file.ts'
import { getOperatorSettings } from './queries.ts'

const calls = implementCalls(administrationContract)

const toPageCursor = (before: string | undefined) =>
  before === undefined ? {} : { before: BigInt(before) }

/** Returns the app and the signed-in owner. Throws unless the owner authenticated recently. */
async function requireRecentAuthentication({ app, session, admin }: CallContext) {
  if (session) await assertRecentStaffAuth(app, session)
  return { app, owner: admin() }
}

/** Returns 202 for what waits for another admin, and 200 with the message otherwise. */
function buildProposalAnswer(app: App, proposal: Proposal | null, message: string) {
  if (!proposal) return { status: 200 as const, body: { message } }

  app.events.publish(STAFF, 'approvals')
  return { status: 202 as const, body: { message: TEXTS.waiting } }
}

export const administrationApi = calls.router({
  settings: calls.settings.handler(async ({ context: { app } }) => {
    return {
      message: 'Settings',
      data: toSettingsResponse(await getOperatorSettings(app), app.clock.now()),
    }
  }),
  settingsHistory: calls.settingsHistory.handler(
    async ({ context: { app }, input: { before } }) => {
      const events = await searchAuditEvents(app.db, { action: 'setting', ...toPageCursor(before) })
      return { message: 'Changes', data: await buildAuditEventResponses(app.db, events) }
    },
  ),
  changeSetting: calls.changeSetting.handler(async ({ context: { app, admin }, input }) => {
    const { name, version } = input
    const value = parseSettingValue(name, input.value)
    const proposal = await changeSetting(app, admin(), { name, value, version })
    return buildProposalAnswer(app, proposal, TEXTS.saved)
  }),
  setPause: calls.setPause.handler(
    async ({ context: { app, admin }, input: { what, paused, reason } }) => {
      const input = { what, reason: paused ? reason : null }
      const proposal = await setPause(app, admin(), input)
      return buildProposalAnswer(app, proposal, 'Paused. The reason is shown to the public.')
    },
  ),
  cancelSettingChange: calls.cancelSettingChange.handler(
    async ({ context: { app, admin }, input }) => {
      await cancelSettingChange(app, admin(), input.id)
      return { message: 'Cancelled. The setting is unchanged.' }
    },
  ),
  changeTerms: calls.changeTerms.handler(async ({ context: { app, admin }, input }) => {
    const { method, version, quoteMinutes, withdrawalFee, minWithdrawal } = input
    const terms = { quoteMinutes, withdrawalFee, minWithdrawal }
    const proposal = await changePaymentTerms(app, admin(), { method, version, terms })
    if (proposal) return { status: 202 as const, body: { message: TEXTS.waiting } }
    return { status: 200 as const, body: { message: TEXTS.saved } }
  }),
  changeAddress: calls.changeAddress.handler(async ({ context, input }) => {
    const { app, owner } = await requireRecentAuthentication(context)
    const proposal = await changeReceivingAddress(app, owner, input)
    if (proposal) return { status: 202 as const, body: { message: TEXTS.waiting } }
    return { status: 200 as const, body: { message: TEXTS.addressNow } }
  }),
  previewAddressSource: calls.previewAddressSource.handler(async ({ context: { app }, input }) => ({
    message: 'Preview',
    data: toSourcePreview(app.config, parseAddressSourceInput(app.config, input)),
  })),
  changeAddressSource: calls.changeAddressSource.handler(async ({ context, input }) => {
    const { app, owner } = await requireRecentAuthentication(context)
    const proposal = await changeAddressSource(app, owner, input)
    return buildProposalAnswer(app, proposal, TEXTS.sourceNow)
  }),
  poolAddresses: calls.poolAddresses.handler(async ({ context: { app }, input }) => ({
    message: 'Addresses',
    data: await listPoolAddresses(app, input.id),
  })),
  retirePoolAddress: calls.retirePoolAddress.handler(async ({ context, input }) => {
    const { app, owner } = await requireRecentAuthentication(context)
    await retirePoolAddress(app, owner, { sourceId: input.id, address: input.address })
    return { message: TEXTS.retired }
  }),
  testProvider: calls.testProvider.handler(async ({ context: { app }, input }) => {
    return { message: 'Connection test', data: await testProvider(app, input) }
  }),
  staff: calls.staff.handler(async ({ context: { app, admin } }) => {
    const lines = await listStaffLines(app.db, app.clock.now())
    return { message: 'Staff', data: lines.map((line) => toStaffResponse(line, admin().id)) }
  }),
  invite: calls.invite.handler(async ({ context, input }) => {
    const { app, owner } = await requireRecentAuthentication(context)
    const proposal = await proposeMoneyRole(app, owner, { change: 'invite', ...input })
    if (!proposal) await inviteStaff(app, owner, input)
    return buildProposalAnswer(app, proposal, TEXTS.invited)
  }),
  changeRole: calls.changeRole.handler(async ({ context, input: { id: staffId, role } }) => {
    const { app, owner } = await requireRecentAuthentication(context)
    const proposal = await proposeMoneyRole(app, owner, { change: 'role', staffId, role })
    if (!proposal) await changeRole(app, owner, { staffId, role })
    return buildProposalAnswer(app, proposal, TEXTS.role)
  }),
  suspendStaff: calls.suspendStaff.handler(async ({ context, input: { id: staffId, reason } }) => {
    const { app, owner } = await requireRecentAuthentication(context)
    await suspendStaff(app, owner, { staffId, reason })
    return { message: TEXTS.suspended }
  }),
  reinstateStaff: calls.reinstateStaff.handler(async ({ context, input }) => {
    const { app, owner } = await requireRecentAuthentication(context)
    const change = { change: 'reinstate', staffId: input.id } as const
    const proposal = await proposeMoneyRole(app, owner, change)
    if (!proposal) await reinstateStaff(app, owner, input.id)
    return buildProposalAnswer(app, proposal, TEXTS.reinstated)
  }),
  endStaffSessions: calls.endStaffSessions.handler(async ({ context, input }) => {
    const { app, owner } = await requireRecentAuthentication(context)
    await endStaffSessions(app, owner, input.id)
    return { message: TEXTS.ended }
  }),
  resetStaffFactor: calls.resetStaffFactor.handler(
    async ({ context, input: { id: staffId, reason } }) => {
      const { app, owner } = await requireRecentAuthentication(context)
      const pending = await resetStaffFactor(app, owner, { staffId, reason })
      if (pending) return { status: 202 as const, body: { message: TEXTS.waiting } }
      return { status: 200 as const, body: { message: TEXTS.factorReset } }
    },
  ),
  stopStaffReset: calls.stopStaffReset.handler(async ({ context, input }) => {
    const { app, owner } = await requireRecentAuthentication(context)
    await stopStaffReset(app, owner, input.id)
    return { message: TEXTS.resetStopped }
  }),
  audit: calls.audit.handler(async ({ context: { app }, input: { before, ...search } }) => {
    const events = await searchAuditEvents(app.db, {
      ...toAuditSearch(search),
      ...toPageCursor(before),
    })
    return { message: 'Audit log', data: await buildAuditEventResponses(app.db, events) }
  }),
  auditFile: calls.auditFile.handler(async ({ context: { app }, input }) => {
    const name = `audit-${app.clock.now().toISOString().slice(0, 10)}.csv`
    return await buildAuditFile(app.db, toAuditSearch(input), name)
  }),
  recordExport: calls.recordExport.handler(async ({ context: { app, admin }, input }) => {
    await recordExport(app, admin(), input)
    return { message: 'Export recorded in the audit log' }
  }),
  auditChain: calls.auditChain.handler(async ({ context: { app }, input }) => {
    const { place, hash, waiting } = await findChainHead(app.db)
    const { reached, wrong } = await checkLinks(app.db, BigInt(input.after))
    const head = { place: String(place), hash }
    const found = wrong && { place: String(wrong.place), problem: wrong.problem }
    return { message: 'Chain', data: { head, waiting, reached: String(reached), wrong: found } }
  }),
  jobs: calls.jobs.handler(async ({ context: { app } }) => {
    const troubled = await listTroubledJobs(app.db)
    const queues = await listQueues(app.db)
    return {
      message: 'Jobs',
      data: { queues, troubled: troubled.map(({ id, ...job }) => ({ ...job, _id: id })) },
    }
  }),
  retryJob: calls.retryJob.handler(async ({ context: { app, admin }, input }) => {
    await retryJob(app, admin(), input.id)
    return { message: TEXTS.retried }
  }),
})
