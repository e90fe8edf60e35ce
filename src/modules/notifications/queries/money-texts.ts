import { formatDay, formatUtcMinute } from '#lib/dates.ts'
import { formatUsd, toUsd } from '#lib/money.ts'
import { describeWithdrawalFee } from '#modules/settings/model.ts'
import { DEPOSITS, type NotificationTexts, OVERVIEW, WITHDRAWALS } from './text-types.ts'

export const MONEY_TEXTS: NotificationTexts<'money'> = {
  'deposit-received': ({ amount, plan }) => ({
    title: 'We’ve received your proof of payment',
    text: `${formatUsd(amount)} for ${plan}. We’ll credit your deposit once the payment arrives.`,
    to: DEPOSITS,
  }),
  'deposit-confirmed': ({ credited, plan }) => ({
    title: 'Your deposit was confirmed',
    text: `We credited ${formatUsd(credited)} to your account (${plan}).`,
    to: DEPOSITS,
  }),
  'deposit-rejected': ({ amount, reason }) => ({
    title: 'Your deposit was rejected',
    text: `${formatUsd(amount)}. Reason: ${reason}`,
    to: DEPOSITS,
  }),
  'deposit-reversed': ({ credited, reason }) => ({
    title: 'Your deposit was reversed',
    text: `${formatUsd(credited)} was removed from your account. Reason: ${reason}`,
    to: DEPOSITS,
  }),
  'withdrawal-requested': ({ amount }) => ({
    title: 'We’ve received your withdrawal request',
    text: `${formatUsd(amount)} is reserved. You can cancel the request while it’s pending.`,
    to: WITHDRAWALS,
  }),
  'withdrawal-approved': ({ amount }) => ({
    title: 'Your withdrawal was approved',
    text: `We’ll send ${formatUsd(amount)} next, less the fee.`,
    to: WITHDRAWALS,
  }),
  'withdrawal-paid': ({ amount }) => ({
    title: 'Your withdrawal was paid',
    text:
      `We sent ${formatUsd(amount)}, less the fee. Your withdrawal history shows the ` +
      'transaction.',
    to: WITHDRAWALS,
  }),
  'withdrawal-rejected': ({ amount, reason }) => ({
    title: 'Your withdrawal was rejected',
    text: `${formatUsd(amount)} was returned to your account. Reason: ${reason}`,
    to: WITHDRAWALS,
  }),
  'withdrawal-reversed': ({ amount, reason }) => ({
    title: 'Your withdrawal payment was reversed',
    text: `${formatUsd(amount)} was returned to your account. Reason: ${reason}`,
    to: WITHDRAWALS,
  }),
  'withdrawal-stays-cash': ({ plan, amount }) => ({
    title: `Part of your ${plan} withdrawal stays in cash`,
    text: `${formatUsd(amount)} is in your cash balance. It couldn’t be returned to its position.`,
    to: WITHDRAWALS,
  }),
  'fees-raised': ({ method, fee, min, effectiveFrom }) => ({
    title: `Changes to ${method} withdrawal fees and minimums`,
    text:
      `From ${formatUtcMinute(effectiveFrom)}, the fee is ` +
      `${describeWithdrawalFee({ withdrawalFee: toUsd(fee) })} and the minimum ` +
      `is ${formatUsd(min)}.`,
    to: WITHDRAWALS,
  }),
  'withdrawal-rules': ({ effectiveFrom, added }) => ({
    title: `The rules for withdrawals change on ${formatDay(effectiveFrom)}`,
    text: `New or changed: ${added.join(', ')}.`,
    to: '/dashboard/eligibility',
  }),
  'balance-adjusted': ({ change, reason }) => ({
    title: 'Your balance was adjusted',
    text: `Adjustment: ${formatUsd(change)}. Reason: ${reason}`,
    to: OVERVIEW,
  }),
  'position-matured': ({ plan, principal }) => ({
    title: `Your ${plan} investment has matured`,
    text: `Its term has ended. Principal: ${formatUsd(principal)}.`,
    to: OVERVIEW,
  }),
  'return-paid': ({ plan, paid, stillDue }) => ({
    title: `Return paid: ${formatUsd(paid)} from ${plan}`,
    text:
      stillDue === 0n
        ? 'Paid from income recorded for the plan. Your return is now paid in full.'
        : `Paid from income recorded for the plan. ${formatUsd(stillDue)} is still due, awaiting ` +
          'plan income.',
    to: OVERVIEW,
  }),
  'plan-loss': ({ plan, cents, cause }) => ({
    title: `A loss was recorded in ${plan}`,
    text: `Your share of the loss is ${formatUsd(cents)}. Cause: ${cause}`,
    to: OVERVIEW,
  }),
}
