import type { DepositDetails } from './calls.tsx'

/** The title of the deposit screen in each status. */
export const DEPOSIT_TITLES: Record<DepositDetails['status'], string> = {
  awaiting_payment: 'Send the payment from your wallet',
  expired: 'The rate has expired',
  pending: 'Your deposit is in review',
  completed: 'Your deposit is completed',
  rejected: 'Your deposit was rejected',
  reversed: 'Your deposit was reversed',
}

/** The sentence below the title in each status. */
export const DEPOSIT_LEADS: Record<DepositDetails['status'], string> = {
  awaiting_payment:
    'Send this exact amount to this address. The amount is unique to your deposit, so we can ' +
    'match your payment.',
  expired: 'Get a new quote before you pay. If you’ve already paid, upload your proof below.',
  pending:
    'We’re checking that your payment has arrived. Once it’s confirmed, we’ll credit your account.',
  completed: 'We credited the amount we received.',
  rejected: 'Nothing was credited. See the reason below.',
  reversed: 'This deposit was credited by mistake and has been reversed. See the reason below.',
}

type SeenDeposit = Pick<DepositDetails, 'status' | 'evidence'>

const isSeen = ({ status, evidence }: SeenDeposit) => status === 'pending' && evidence !== null

/** Returns the title of the deposit screen: a payment that was seen needs no review of a proof. */
export const getDepositTitle = (deposit: SeenDeposit): string =>
  isSeen(deposit) ? 'We’ve seen your payment' : DEPOSIT_TITLES[deposit.status]

/** Returns the sentence below that title. */
export function getDepositLead(deposit: SeenDeposit): string {
  if (!isSeen(deposit)) return DEPOSIT_LEADS[deposit.status]
  const { missing, state } = deposit.evidence ?? {}
  if (missing) return 'A part of the amount has arrived.'
  return state === 'confirmed'
    ? 'The network has confirmed it, and we’re crediting it. There’s nothing you need to do.'
    : 'We credit it once the network has confirmed it. There’s nothing you need to do.'
}
