import { callsOf } from '#platform/client/calls.ts'
import type { officeContract } from '../contract.ts'

export const officeCalls = callsOf<typeof officeContract>('office')

/** What the staff's list of members is asked for. */
export type UsersAsked = Parameters<typeof officeCalls.users.call>[0]

/** A member in the staff's list. */
export type UserLine = Awaited<ReturnType<typeof officeCalls.users.call>>['data']['users'][number]

/** A member with everything the staff sees of them. */
export type UserDetails = Awaited<ReturnType<typeof officeCalls.user.call>>['data']

/** Something proposed in the staff's list, and one with the rows that it will post. */
export type ProposalLine = Awaited<ReturnType<typeof officeCalls.approvals.call>>['data'][number]
export type WholeProposal = Awaited<ReturnType<typeof officeCalls.approval.call>>['data']

/** Something that happened about a member. */
export type MemberEvent = Awaited<
  ReturnType<typeof officeCalls.timeline.call>
>['data']['events'][number]

/** A row of the journal that concerns a member. */
export type MemberEntry = Awaited<ReturnType<typeof officeCalls.entries.call>>['data'][number]
