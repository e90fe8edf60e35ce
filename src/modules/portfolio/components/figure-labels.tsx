import { FIGURE_NAMES, type FigureName } from '../model.ts'
import type { OwnUser } from './calls.tsx'

type ExpectedFigure = 'accrued' | 'due'

/** The title of each figure and the sentence that explains it. */
export const FIGURE_LABELS: Record<FigureName | ExpectedFigure, [title: string, lead: string]> = {
  balance: [
    'Account Balance',
    'Every entry that changed your cash or what is invested, newest first. What only moved ' +
      'between the two is left out.',
  ],
  deposits: ['Total Deposit', 'Every deposit that was credited to you, newest first.'],
  withdrawals: [
    'Total Withdrawals',
    'Every payment to your addresses and every fee, newest first.',
  ],
  interest: [
    'Accumulated Interest',
    'Returns paid to you, less what you withdrew or reinvested, newest first.',
  ],
  held: ['Set aside', 'Amounts set aside for withdrawals, returned or paid, newest first.'],
  accrued: [
    'Accrued',
    'What open positions have accrued towards their targets so far. It is an estimate, has ' +
      'no ledger entry and is not part of any balance.',
  ],
  due: [
    'Due',
    'Returns of matured positions that are not paid yet. They are paid only out of income ' +
      'recorded for the plan, and are not part of any balance until then.',
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
