import { type Currency, SCALE } from '#lib/money.ts'
import { Figure } from '#ui/figures/money.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { BreakLine, CustodyLine } from './calls.tsx'

const STATES: Record<CustodyLine['state'], [Tone, string]> = {
  unknown: ['neutral', 'No external balance'],
  agrees: ['ok', 'Agrees'],
  break: ['bad', 'Break open'],
  explained: ['info', 'Explained'],
}
export const formatCustodyState = (state: CustodyLine['state']) => STATES[state][1]

export function CustodyTag({ state }: { state: CustodyLine['state'] }) {
  const [tone, text] = STATES[state]
  return <Tag tone={tone}>{text}</Tag>
}

export function describeBreakState(one: BreakLine): [Tone, string] {
  if (one.resolvedAs === 'agreed') return ['ok', 'Balances agree']
  if (one.resolvedAs === 'explained') return ['info', 'Explained']
  if (one.overdue) return ['bad', 'Overdue']
  return one.owner ? ['progress', 'Assigned'] : ['wait', 'Open']
}

export function BreakTag({ one }: { one: BreakLine }) {
  const [tone, text] = describeBreakState(one)
  return <Tag tone={tone}>{text}</Tag>
}

/** An exact amount with all decimals of its currency, followed by the currency. */
export const Exact = ({ amount, currency }: { amount: string; currency: string }) => (
  <>
    <Figure amount={amount} scale={SCALE[currency as Currency]} />{' '}
    <span className="meta muted">{currency}</span>
  </>
)

const PLACES: Record<string, string> = {
  hot: 'hot wallet',
  cold: 'cold wallet',
  bank: 'bank account',
}

/** 'BTC hot wallet' */
export const placeText = ({ place, currency }: { place: string; currency: string }) =>
  `${currency} ${PLACES[place] ?? place}`
