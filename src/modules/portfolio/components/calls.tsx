import { createModuleCalls } from '#platform/client/calls.ts'
import type { portfolioContract } from '../contract.ts'

export const portfolioCalls = createModuleCalls<typeof portfolioContract>('portfolio')

/** The member and their figures. */
export type OwnUser = Awaited<ReturnType<typeof portfolioCalls.user.call>>['data']

/** A journal row of the member. */
export type OwnEntry = Awaited<ReturnType<typeof portfolioCalls.entries.call>>['data'][number]

/** A statement as it is shown: amounts as exact texts. */
export type OwnStatement = Awaited<ReturnType<typeof portfolioCalls.statement.call>>['data']
export type OwnStatementLine = OwnStatement['lines'][number]
export type OwnYear = Awaited<ReturnType<typeof portfolioCalls.year.call>>['data']

/** The member's value over time. */
export type OwnCourse = Awaited<ReturnType<typeof portfolioCalls.course.call>>['data']
export type OwnFigureEntry = Awaited<
  ReturnType<typeof portfolioCalls.figure.call>
>['data']['entries'][number]

/** A block of the hash chain with the member's rows. */
export type OwnJournalBlock = Awaited<
  ReturnType<typeof portfolioCalls.chainProofs.call>
>['data']['blocks'][number]
