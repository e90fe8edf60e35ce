import { formatUtcMinute } from '#lib/dates.ts'
import { formatUsd } from '#lib/money.ts'
import { DEPOSITS, type NotificationTexts, OVERVIEW, WITHDRAWALS } from './text-types.ts'

export const MONEY_TEXTS: NotificationTexts<'money'> = {
  'deposit-received': ({ amount, plan }) => ({
    title: 'We have your proof of payment',
    text: `${formatUsd(amount)} for ${plan}. It is credited once the payment itself has arrived.`,
    to: DEPOSITS,
  }),
  'deposit-confirmed': ({ credited, plan }) => ({
    title: 'Your deposit was confirmed',
    text: `${formatUsd(credited)} was credited to your account (${plan}).`,
    to: DEPOSITS,
  }),
  'deposit-rejected': ({ amount, reason }) => ({
    title: 'Your deposit was not accepted',
    text: `${formatUsd(amount)}. Reason: ${reason}`,
    to: DEPOSITS,
  }),
  'deposit-reversed': ({ credited, reason }) => ({
    title: 'Your deposit was reversed',
    text: `${formatUsd(credited)} was taken back. Reason: ${reason}`,
    to: DEPOSITS,
  }),
  'withdrawal-requested': ({ amount }) => ({
    title: 'You requested a withdrawal',
    text: `${formatUsd(amount)} is on hold until it is paid.`,
    to: WITHDRAWALS,
  }),
  'withdrawal-approved': ({ amount }) => ({
    title: 'Your withdrawal was approved',
    text: `${formatUsd(amount)} is being paid.`,
    to: WITHDRAWALS,
  }),
  'withdrawal-paid': ({ amount }) => ({
    title: 'Your withdrawal was paid',
    text: `${formatUsd(amount)} was sent. Your history shows the transaction.`,
    to: WITHDRAWALS,
  }),
  'withdrawal-rejected': ({ amount, reason }) => ({
    title: 'Your withdrawal was rejected',
    text: `${formatUsd(amount)} was returned to your account. Reason: ${reason}`,
    to: WITHDRAWALS,
  }),
  'withdrawal-reversed': ({ amount, reason }) => ({
    title: 'The payment of your withdrawal was reversed',
    text: `${formatUsd(amount)} is back in your account. Reason: ${reason}`,
    to: WITHDRAWALS,
  }),
  'withdrawal-stays-cash': ({ plan, amount }) => ({
    title: 'A withdrawn part did not return to its position',
    text: `${formatUsd(amount)} from ${plan} stays in your cash, with what it had accrued.`,
    to: WITHDRAWALS,
  }),
  'fees-raised': ({ method, fee, min, effectiveFrom }) => ({
    title: `Withdrawing by ${method} will cost ${formatUsd(fee)}`,
    text:
      `From ${formatUtcMinute(effectiveFrom)} on. The minimum will be ${formatUsd(min)}. ` +
      'Until then the present fee and minimum apply.',
    to: WITHDRAWALS,
  }),
  'balance-adjusted': ({ change, reason }) => ({
    title: 'Your balance was adjusted',
    text: `By ${formatUsd(change)}. Reason: ${reason}`,
    to: OVERVIEW,
  }),
  'position-matured': ({ plan, principal }) => ({
    title: `Your position in ${plan} has matured`,
    text: `Its term has ended with ${formatUsd(principal)} of principal.`,
    to: OVERVIEW,
  }),
  'return-paid': ({ plan, paid, stillDue }) => ({
    title: `You were paid ${formatUsd(paid)} of your return from ${plan}`,
    text:
      stillDue === 0n
        ? 'It was paid out of income recorded for the plan. Nothing of it is still due.'
        : `It was paid out of income recorded for the plan. ${formatUsd(stillDue)} is still due, ` +
          'awaiting plan income.',
    to: OVERVIEW,
  }),
  'plan-loss': ({ plan, cents, cause }) => ({
    title: `The plan ${plan} has lost money`,
    text: `Your share of the loss is ${formatUsd(cents)}. Cause: ${cause}`,
    to: OVERVIEW,
  }),
}
