import { FIGURE_NAMES, type FigureName } from '../model.ts'
import type { OwnUser } from './calls.tsx'

type ExpectedFigure = 'accrued' | 'due'

/** The title of each figure and the sentence that explains it. */
export const FIGURE_LABELS: Record<FigureName | ExpectedFigure, [title: string, lead: string]> = {
  balance: [
    'Account Balance',
    'All entries that changed your cash or invested amount, newest first. Transfers between ' +
      'the two are left out.',
  ],
  deposits: ['Total Deposit', 'All deposits credited to you, newest first.'],
  withdrawals: [
    'Total Withdrawals',
    'All payments to your addresses and their fees, newest first.',
  ],
  interest: [
    'Accumulated Interest',
    'Returns paid to you, less amounts withdrawn or reinvested, newest first.',
  ],
  held: [
    'Pending withdrawals',
    'Amounts reserved for withdrawals and their payment or return, newest first.',
  ],
  accrued: [
    'Accrued',
    'Estimated returns that your active investments have accrued to date. They have no ledger ' +
      'entry and aren’t included in your balance.',
  ],
  due: [
    'Due',
    'Returns of matured investments that haven’t been paid yet. They’re paid only from income ' +
      'recorded for the plan and aren’t included in your balance until then.',
  ],
}

/** Returns the amount of a figure. */
export const getFigureAmount = (user: OwnUser, figure: FigureName | ExpectedFigure) =>
  ({
    balance: user.withdrawable_balance,
    deposits: user.total_invest,
    withdrawals: user.total_withdrawal,
    interest: user.total_balance,
    held: user.held,
    accrued: user.accrued,
    due: user.due,
  })[figure]

/** Returns whether journal entries are behind a figure; an estimate has none. */
export const hasEntries = (figure: string): figure is FigureName =>
  FIGURE_NAMES.some((name) => name === figure)
