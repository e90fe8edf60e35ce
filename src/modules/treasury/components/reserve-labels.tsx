import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { ReserveLine } from './calls.tsx'

export { NOT_COVERED, RESERVES_MEANING } from '../model/reserves.ts'

const STATES: Record<ReserveLine['state'], [Tone, string]> = {
  proved: ['ok', 'Proved'],
  unproved: ['wait', 'Unproved'],
  not_covered: ['neutral', 'Not covered'],
}
export const formatReserveState = (state: ReserveLine['state']) => STATES[state][1]

export function ReserveTag({ state }: { state: ReserveLine['state'] }) {
  const [tone, text] = STATES[state]
  return <Tag tone={tone}>{text}</Tag>
}

export const CHAIN_LABELS: Record<ReserveLine['chain'], string> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  tron: 'TRON',
}

export const WALLET_LABELS: Record<ReserveLine['wallet'], string> = {
  single_key: 'One key',
  multisig: 'Several keys (multisig)',
  contract: 'Contract wallet',
  custodian: 'Held by a custodian',
}
