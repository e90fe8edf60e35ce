import { createModuleCalls } from '#platform/client/calls.ts'
import type { backofficeContract } from '../contract.ts'

export const backofficeCalls = createModuleCalls<typeof backofficeContract>('backoffice')

/** What the staff's list of members is asked for. */
export type UsersQuery = Parameters<typeof backofficeCalls.users.call>[0]

/** A member in the staff's list. */
export type UserLine = Awaited<
  ReturnType<typeof backofficeCalls.users.call>
>['data']['users'][number]

/** A member with everything the staff sees of them. */
export type UserDetails = Awaited<ReturnType<typeof backofficeCalls.user.call>>['data']

/** Something proposed in the staff's list, and one with the rows that it will post. */
export type ProposalLine = Awaited<
  ReturnType<typeof backofficeCalls.approvals.call>
>['data'][number]
export type WholeProposal = Awaited<ReturnType<typeof backofficeCalls.approval.call>>['data']

/** Something that happened about a member. */
export type MemberEvent = Awaited<
  ReturnType<typeof backofficeCalls.timeline.call>
>['data']['events'][number]

/** A row of the journal that concerns a member. */
export type MemberEntry = Awaited<ReturnType<typeof backofficeCalls.entries.call>>['data'][number]
