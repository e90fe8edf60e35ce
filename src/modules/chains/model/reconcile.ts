import type { BlockRef, PaymentSighting, PaymentTrace } from './payments.ts'

/** A stored payment with what one provider showed of it last; null if it never did. */
export type KnownPayment = Pick<
  PaymentSighting,
  'coin' | 'txid' | 'outputIndex' | 'address' | 'units'
> & {
  id: string
  firstSeenAt: Date
  sighting: KnownSighting | null
}

export type KnownSighting = {
  block: BlockRef | null
  replaceable: boolean
  trace: PaymentTrace
  goneAt: Date | null
}

export type Observed = {
  tipHeight: number
  /** null: what isn't listed was not asked for. */
  completeFrom: number | null
  payments: readonly PaymentSighting[]
}

/** A payment that is stored already, as it is observed now. */
export type KnownObservation = { known: KnownPayment; observed: PaymentSighting }

/** The changes that an observation makes. */
export type Reconciliation = {
  /** Payments that no provider has shown before. */
  newPayments: readonly PaymentSighting[]
  /** Payments that another provider has shown before. */
  newSightings: readonly KnownObservation[]
  /** Payments in another block than before, and those that came back. */
  changedSightings: readonly KnownObservation[]
  /** Payments that the provider no longer shows. */
  gone: readonly KnownPayment[]
}

type PaymentKey = Pick<PaymentSighting, 'coin' | 'txid' | 'outputIndex' | 'address' | 'units'>

/** Returns a text that is equal for sightings of the same payment only. */
export const getPaymentKey = ({ coin, txid, outputIndex, address, units }: PaymentKey): string =>
  `${coin}/${txid}/${outputIndex}/${address}/${units}`

/**
 * Compares what a provider shows of the observed addresses with what is stored. A payment that it
 * doesn't list is gone if the observation covers where it was: the mempool, or a block between
 * `completeFrom` and the tip.
 */
export function reconcile(known: readonly KnownPayment[], observed: Observed): Reconciliation {
  const listed = new Map(observed.payments.map((one) => [getPaymentKey(one), one]))
  const newSightings: KnownObservation[] = []
  const changedSightings: KnownObservation[] = []
  const gone: KnownPayment[] = []

  for (const payment of known) {
    const key = getPaymentKey(payment)
    const sighting = listed.get(key)
    listed.delete(key)

    if (!sighting) {
      if (isGone(payment.sighting, observed)) gone.push(payment)
    } else if (!payment.sighting) {
      newSightings.push({ known: payment, observed: sighting })
    } else if (isChanged(payment.sighting, sighting)) {
      changedSightings.push({ known: payment, observed: sighting })
    }
  }

  return { newPayments: [...listed.values()], newSightings, changedSightings, gone }
}

function isGone(last: KnownSighting | null, { completeFrom, tipHeight }: Observed): boolean {
  if (!last || last.goneAt || completeFrom === null) return false
  return !last.block || (last.block.height >= completeFrom && last.block.height <= tipHeight)
}

const isChanged = (last: KnownSighting, now: PaymentSighting): boolean =>
  last.goneAt !== null ||
  last.block?.hash !== now.block?.hash ||
  last.block?.height !== now.block?.height ||
  last.replaceable !== now.replaceable ||
  last.trace !== now.trace
