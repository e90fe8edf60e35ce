import { getProposal, listProposals } from '#modules/approvals/queries.ts'
import { reactivateMember } from '#modules/identity/commands/reactivate-member.ts'
import { suspendMember } from '#modules/identity/commands/suspend-member.ts'
import { getMember } from '#modules/identity/queries.ts'
import { listOwnEntries } from '#modules/portfolio/queries.ts'
import { toSearch } from '#platform/db/list-input.ts'
import { parseOrder } from '#platform/db/pages.ts'
import { implementCalls } from '#platform/http/http.ts'
import { adjustBalance } from './commands/adjust-balance.ts'
import { chooseStaffNotifications } from './commands/choose-staff-notifications.ts'
import { decideProposal } from './commands/decide-proposal.ts'
import { deleteMember } from './commands/delete-member.ts'
import { backofficeContract } from './contract.ts'
import { TEXTS } from './model.ts'
import { toComplianceResponse } from './presenters/compliance.ts'
import { toEntryResponse, toUserLineResponse, toUserResponse } from './presenters/members.ts'
import {
  buildProposalDetails,
  buildProposalResponse,
  buildProposalResponses,
} from './presenters/proposals.ts'
import { buildStaffNotificationResponse } from './presenters/staff-notifications.ts'
import { toTotalsResponse, toWaitingResponse } from './presenters/totals.ts'
import { getMemberCompliance } from './queries/compliance.ts'
import { findByIdPart } from './queries/find-by-id.ts'
import { listStaffChoices } from './queries/staff-work.ts'
import { getMemberTimeline } from './queries/timeline.ts'
import { getTotals } from './queries/totals.ts'
import { exportUsers } from './queries/users-export.ts'
import { countWaitingWork } from './queries/waiting-work.ts'
import { getUser, listUsers, USER_ORDERS } from './queries.ts'

const calls = implementCalls(backofficeContract)

const parseUserOrder = ({ sort }: { sort: string }) => parseOrder(sort, USER_ORDERS)

/** Returns the fields without those that are undefined. */
const pickDefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]?: Exclude<Fields[Field], undefined>
  }

export const backofficeApi = calls.router({
  staffNotifications: calls.staffNotifications.handler(async ({ context: { app, admin } }) => ({
    message: 'Notification settings',
    data: buildStaffNotificationResponse(admin(), await listStaffChoices(app.db, admin().id)),
  })),
  chooseStaffNotifications: calls.chooseStaffNotifications.handler(
    async ({ context: { app, admin }, input }) => {
      await chooseStaffNotifications(app, admin(), input)
      const choices = await listStaffChoices(app.db, admin().id)
      return {
        message: 'Notification settings saved',
        data: buildStaffNotificationResponse(admin(), choices),
      }
    },
  ),
  approvals: calls.approvals.handler(
    async ({ context: { app, admin }, input: { state, before } }) => {
      const now = app.clock.now()
      const filter = { ...(state && { state }), ...(before && { before: BigInt(before) }) }
      const proposals = await listProposals(app.db, now, filter)
      return { message: 'Approvals', data: await buildProposalResponses(app, admin(), proposals) }
    },
  ),

  approval: calls.approval.handler(async ({ context: { app, admin }, input }) => ({
    message: 'Approval',
    data: await buildProposalDetails(app, admin(), await getProposal(app.db, input.id)),
  })),

  approve: calls.approve.handler(
    async ({ context: { app, admin }, input: { id, hash, addressReviewed, signature } }) => {
      const outcome = await decideProposal(app, admin(), {
        id,
        approve: true,
        contentHash: hash,
        addressReviewed,
        signature,
      })

      return {
        message: 'Proposal approved',
        data: await buildProposalResponse(app, admin(), outcome),
      }
    },
  ),

  decline: calls.decline.handler(
    async ({ context: { app, admin }, input: { id, hash, reason } }) => {
      const outcome = await decideProposal(app, admin(), {
        id,
        approve: false,
        contentHash: hash,
        reason,
      })

      return {
        message: 'Proposal rejected',
        data: await buildProposalResponse(app, admin(), outcome),
      }
    },
  ),

  users: calls.users.handler(async ({ context: { app }, input }) => {
    const { rows, ...count } = await listUsers(
      app.db,
      toSearch(input),
      parseUserOrder(input),
      input,
    )
    const data = { users: rows.map(toUserLineResponse), total_users: count.total }

    return { message: 'Users', ...data, data, ...count, asOf: app.clock.now() }
  }),

  usersFile: calls.usersFile.handler(({ context: { app }, input }) =>
    exportUsers(app, toSearch(input), parseUserOrder(input)),
  ),

  waiting: calls.waiting.handler(async ({ context: { app } }) => ({
    message: 'Waiting',
    data: toWaitingResponse(await countWaitingWork(app)),
  })),

  find: calls.find.handler(async ({ context: { app }, input }) => {
    const found = await findByIdPart(app.db, input.part)
    return { message: 'Found', data: found.map(({ id, ...rest }) => ({ _id: id, ...rest })) }
  }),

  user: calls.user.handler(async ({ context: { app }, input }) => ({
    message: 'User',
    data: toUserResponse(await getUser(app.db, input.id, app.clock.today())),
  })),

  compliance: calls.compliance.handler(async ({ context: { app }, input: { id } }) => ({
    message: 'Compliance',
    data: toComplianceResponse(await getMemberCompliance(app, id)),
  })),
  timeline: calls.timeline.handler(async ({ context: { app }, input: { id, before, kind } }) => {
    const query = { before: before ? new Date(before) : undefined, kind }
    return { message: 'Timeline', data: await getMemberTimeline(app, id, query) }
  }),

  entries: calls.entries.handler(async ({ context: { app }, input: { id, limit } }) => {
    await getMember(app.db, id)
    const rows = await listOwnEntries(app.db, id, limit)
    return { message: 'Entries', data: rows.map(toEntryResponse) }
  }),

  suspend: calls.suspend.handler(async ({ context: { app, admin }, input }) => {
    const { id: memberId, reason, review_on: reviewOn } = input
    await suspendMember(app, admin(), { memberId, reason, reviewOn })
    return { message: TEXTS.suspended }
  }),

  reactivate: calls.reactivate.handler(async ({ context: { app, admin }, input }) => {
    await reactivateMember(app, admin(), { memberId: input.id })
    return { message: TEXTS.reactivated }
  }),

  totals: calls.totals.handler(async ({ context: { app } }) => ({
    message: 'Totals',
    data: toTotalsResponse(await getTotals(app)),
  })),

  remove: calls.remove.handler(async ({ context: { app, admin }, input: { id, reason } }) => {
    await deleteMember(app, admin(), { memberId: id, reason })
    return { message: 'User deleted successfully' }
  }),

  edit: calls.edit.handler(async ({ context: { app, admin }, input }) => {
    const memberId = input.id
    const form = pickDefined({
      firstName: input.first_name,
      lastName: input.last_name,
      totalBalance: input.total_balance,
      totalInvest: input.total_invest,
      withdrawableBalance: input.withdrawable_balance,
      expectedBalance: input.expected_balance,
      reason: input.reason,
    })

    const proposal = await adjustBalance(app, admin(), { memberId, ...form })
    const user = toUserResponse(await getUser(app.db, memberId, app.clock.today()))

    if (proposal === null)
      return {
        status: 200 as const,
        body: { message: TEXTS.updated, data: { ...user, waiting: null } },
      }

    return {
      status: 202 as const,
      body: { message: TEXTS.waiting, data: { ...user, waiting: proposal.id } },
    }
  }),
})
