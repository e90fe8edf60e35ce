import { createModuleCalls } from '#platform/client/calls.ts'
import type { backofficeContract } from '../contract.ts'

export const backofficeCalls = createModuleCalls<typeof backofficeContract>('backoffice')

/** The query of the list of members. */
export type UsersQuery = Parameters<typeof backofficeCalls.users.call>[0]

/** A member in the list. */
export type UserLine = Awaited<
  ReturnType<typeof backofficeCalls.users.call>
>['data']['users'][number]

/** A member with all figures and positions. */
export type UserDetails = Awaited<ReturnType<typeof backofficeCalls.user.call>>['data']

/** A proposal in the list. */
export type ProposalLine = Awaited<
  ReturnType<typeof backofficeCalls.approvals.call>
>['data'][number]

/** A proposal with the journal rows that it posts. */
export type ProposalDetails = Awaited<ReturnType<typeof backofficeCalls.approval.call>>['data']

/** An event of a member's timeline. */
export type MemberEvent = Awaited<
  ReturnType<typeof backofficeCalls.timeline.call>
>['data']['events'][number]

/** A journal row of a member. */
export type MemberEntry = Awaited<ReturnType<typeof backofficeCalls.entries.call>>['data'][number]

/** The verification, screening and monitoring of a member. */
export type ComplianceDetails = Awaited<ReturnType<typeof backofficeCalls.compliance.call>>['data']

/** A verification or a case of a member. */
export type ComplianceLine = ComplianceDetails['items'][number]
