import { computeProposalState, getDecidingRoles, type Proposal } from '#modules/approvals/model.ts'
import { getProposal, listProposals } from '#modules/approvals/queries.ts'
import { reactivateMember } from '#modules/identity/commands/reactivate-member.ts'
import { suspendMember } from '#modules/identity/commands/suspend-member.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { getMember, listMembersById } from '#modules/identity/queries.ts'
import { listPlanTitles, type PositionView } from '#modules/plans/queries.ts'
import { listOwnEntries, type OwnEntry, type Portfolio } from '#modules/portfolio/queries.ts'
import type { App } from '#platform/app.ts'
import { parseOrder, toSearch } from '#platform/db/pages.ts'
import { implementCalls } from '#platform/http/http.ts'
import { adjustBalance } from './commands/adjust-balance.ts'
import { decideProposal } from './commands/decide-proposal.ts'
import { deleteMember } from './commands/delete-member.ts'
import { backofficeContract } from './contract.ts'
import { TEXTS } from './model.ts'
import { listProposedRows } from './queries/proposed-rows.ts'
import { getMemberTimeline } from './queries/timeline.ts'
import { exportUsers } from './queries/users-export.ts'
import {
  countWaitingWork,
  getTotals,
  getUser,
  listUsers,
  USER_ORDERS,
  type UserLine,
  type Waiting,
} from './queries.ts'

const calls = implementCalls(backofficeContract)

const toMemberResponse = (member: Member) => ({
  _id: member.id,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  status: member.status,
  createdAt: member.createdAt,
})

const toUserLineResponse = ({ member, balance, profit, deposited }: UserLine) => ({
  ...toMemberResponse(member),
  withdrawable_balance: balance,
  total_balance: profit,
  total_invest: deposited,
})

const toPositionResponse = (position: PositionView) => {
  const { id, planName, family, status, principal, remaining, accrued, openedOn, maturesOn } =
    position
  return {
    _id: id,
    plan: planName,
    family,
    status,
    principal,
    remaining,
    accrued,
    openedOn,
    maturesOn,
  }
}

const toUserResponse = ({ member, figures, positions }: Portfolio) => ({
  ...toUserLineResponse({ member, ...figures }),
  phone_number: member.phoneNumber,
  country: member.country,
  referral_code: member.referralCode,
  suspended_reason: member.suspendedReason,
  review_on: member.reviewOn,
  lastSignInAt: member.lastSignInAt,
  total_withdrawal: figures.withdrawn,
  cash: figures.cash,
  principal: figures.principal,
  held: figures.held,
  accrued: figures.accrued,
  due: figures.due,
  positions: positions.map(toPositionResponse),
})

const toProposalResponse = (
  proposal: Proposal,
  admin: Admin,
  now: Date,
  known: ReadonlyMap<string, string>,
) => {
  const { id, permission, subjectId, content, contentHash, proposerLabel, proposedBy, decision } =
    proposal
  const state = computeProposalState(proposal, now)
  const mine = proposedBy === admin.id
  const named = listSubjectIds(proposal).flatMap((one) => {
    const name = known.get(one)
    return name === undefined ? [] : [[one, name]]
  })

  return {
    _id: id,
    permission,
    subject: subjectId,
    state,
    content,
    hash: contentHash,
    expiresAt: proposal.expiresAt,
    proposed: { by: proposerLabel, at: proposal.proposedAt, mine },
    decided: decision && { by: decision.label, at: decision.at, reason: decision.reason },
    mayDecide: state === 'waiting' && !mine && getDecidingRoles(permission).includes(admin.role),
    names: Object.fromEntries(named),
    before: String(proposal.sequence),
  }
}

/** The members and plans that a proposal is about. */
const listSubjectIds = ({ content, subjectId }: Proposal): string[] =>
  [content.memberId, content.planId, subjectId].flatMap((one) =>
    typeof one === 'string' ? one : [],
  )

async function loadNames({ db }: App, ids: readonly string[]): Promise<Map<string, string>> {
  const pickIds = (prefix: string) => [...new Set(ids.filter((id) => id.startsWith(prefix)))]
  const members = await listMembersById(db, pickIds('mem_'))
  return new Map([
    ...(await listPlanTitles(db, pickIds('pln_'))),
    ...[...members].map(([id, { label }]) => [id, label] as const),
  ])
}

async function buildProposalResponses(app: App, admin: Admin, proposals: readonly Proposal[]) {
  const known = await loadNames(app, proposals.flatMap(listSubjectIds))
  return proposals.map((one) => toProposalResponse(one, admin, app.clock.now(), known))
}

async function buildDecisionResponse(app: App, admin: Admin, proposal: Proposal) {
  const known = await loadNames(app, listSubjectIds(proposal))
  return toProposalResponse(proposal, admin, app.clock.now(), known)
}

async function buildProposalDetails(app: App, admin: Admin, proposal: Proposal) {
  const { rows, more } = await listProposedRows(app, proposal)
  const owners = rows.flatMap(({ debit, credit }) =>
    [debit, credit].map((code) => code.split(':')[1] ?? ''),
  )
  const known = await loadNames(app, [...listSubjectIds(proposal), ...owners])
  const shown = toProposalResponse(proposal, admin, app.clock.now(), known)

  return { ...shown, names: Object.fromEntries(known), rows, moreRows: more }
}

const toWaitingResponse = (waiting: Waiting) => ({
  pending_deposits: waiting.pendingDeposits,
  pending_withdrawals: waiting.pendingWithdrawals,
  approved_withdrawals: waiting.approvedWithdrawals,
  waiting_approvals: waiting.approvals,
  open_breaks: waiting.breaks,
  open_messages: waiting.messages,
  offered_testimonials: waiting.testimonials,
})

const toEntryResponse = ({
  entry,
  journalNumber,
  description,
  effective,
  postedAt,
  ...row
}: OwnEntry) => {
  const { amount, change, reference, reason } = row
  return {
    _id: String(entry),
    journalNumber: journalNumber === null ? null : String(journalNumber),
    what: description,
    effective,
    postedAt,
    amount,
    change,
    reference,
    reason,
  }
}

const parseUserOrder = ({ sort }: { sort: string }) => parseOrder(sort, USER_ORDERS)

/** What was sent, without what was not. */
const pickDefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]?: Exclude<Fields[Field], undefined>
  }

export const backofficeApi = calls.router({
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
  approve: calls.approve.handler(async ({ context: { app, admin }, input: { id, hash } }) => {
    const outcome = await decideProposal(app, admin(), { id, approve: true, contentHash: hash })
    return {
      message: 'Approved and carried out',
      data: await buildDecisionResponse(app, admin(), outcome),
    }
  }),
  decline: calls.decline.handler(
    async ({ context: { app, admin }, input: { id, hash, reason } }) => {
      const outcome = await decideProposal(app, admin(), {
        id,
        approve: false,
        contentHash: hash,
        reason,
      })

      return { message: 'Rejected', data: await buildDecisionResponse(app, admin(), outcome) }
    },
  ),
  users: calls.users.handler(async ({ context: { app }, input }) => {
    const { rows, ...count } = await listUsers(
      app.db,
      toSearch(input),
      parseUserOrder(input),
      input,
    )
    const all = { users: rows.map(toUserLineResponse), total_users: count.total }
    return { message: 'Users', ...all, data: all, ...count, asOf: app.clock.now() }
  }),
  usersFile: calls.usersFile.handler(({ context: { app }, input }) =>
    exportUsers(app, toSearch(input), parseUserOrder(input)),
  ),
  waiting: calls.waiting.handler(async ({ context: { app } }) => ({
    message: 'Waiting',
    data: toWaitingResponse(await countWaitingWork(app)),
  })),
  user: calls.user.handler(async ({ context: { app }, input }) => ({
    message: 'User',
    data: toUserResponse(await getUser(app.db, input.id, app.clock.today())),
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
  totals: calls.totals.handler(async ({ context: { app } }) => {
    const { users, activeUsers, deposited, withdrawn, waiting, ...standing } = await getTotals(app)
    return {
      message: 'Totals',
      data: {
        total_users: users,
        active_users: activeUsers,
        total_deposit: deposited,
        total_withdrawals: withdrawn,
        ...toWaitingResponse(waiting),
        ...standing,
      },
    }
  }),
  remove: calls.remove.handler(async ({ context: { app, admin }, input: { id, reason } }) => {
    await deleteMember(app, admin(), { memberId: id, reason })
    return { message: 'User deleted successfully' }
  }),
  edit: calls.edit.handler(async ({ context: { app, admin }, input }) => {
    const { id: memberId, reason } = input
    const names = { firstName: input.first_name, lastName: input.last_name }
    const totals = { totalBalance: input.total_balance, totalInvest: input.total_invest }
    const balance = {
      withdrawableBalance: input.withdrawable_balance,
      expectedBalance: input.expected_balance,
    }
    const form = pickDefined({ ...names, ...totals, ...balance, reason })
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
