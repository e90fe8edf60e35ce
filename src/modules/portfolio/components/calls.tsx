import { createModuleCalls } from '#platform/client/calls.ts'
import type { portfolioContract } from '../contract.ts'

export const portfolioCalls = createModuleCalls<typeof portfolioContract>('portfolio')

/** Who the member is and what they have. */
export type OwnUser = Awaited<ReturnType<typeof portfolioCalls.user.call>>['data']

/** A row of the books that concerns the member. */
export type OwnEntry = Awaited<ReturnType<typeof portfolioCalls.entries.call>>['data'][number]

/** A statement as it is shown: amounts as exact texts. */
export type OwnStatement = Awaited<ReturnType<typeof portfolioCalls.statement.call>>['data']
export type OwnStatementLine = OwnStatement['lines'][number]
export type OwnYear = Awaited<ReturnType<typeof portfolioCalls.year.call>>['data']

/** How the member's money came to be what it is. */
export type OwnCourse = Awaited<ReturnType<typeof portfolioCalls.course.call>>['data']
export type OwnFigureEntry = Awaited<
  ReturnType<typeof portfolioCalls.figure.call>
>['data']['entries'][number]

/** A block of the seal with the member's own rows in it. */
export type OwnJournalBlock = Awaited<
  ReturnType<typeof portfolioCalls.chainProofs.call>
>['data']['blocks'][number]
