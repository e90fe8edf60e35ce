import type { DepositDetails } from './calls.tsx'

/** The title of the deposit screen in each status. */
export const DEPOSIT_TITLES: Record<DepositDetails['status'], string> = {
  awaiting_payment: 'Send the payment from your wallet',
  expired: 'The rate is no longer held',
  pending: 'Your deposit is in review',
  completed: 'Your deposit is completed',
  rejected: 'Your deposit was rejected',
  reversed: 'Your deposit was reversed',
}

/** The sentence below the title in each status. */
export const DEPOSIT_LEADS: Record<DepositDetails['status'], string> = {
  awaiting_payment:
    'Send this exact amount to this address. No other deposit has this amount, so we can match ' +
    'your payment.',
  expired: 'Nothing is lost and nothing is owed. Take a new quote before you pay.',
  pending: 'We check that the payment has arrived, and then post it to your balance.',
  completed: 'What arrived was credited to you.',
  rejected: 'Nothing was credited. The reason is below.',
  reversed: 'It had been credited by mistake, and was taken back. The reason is below.',
}
