import { MINUTE_MS } from '#lib/dates.ts'
import { formatAmount } from '#lib/money.ts'
import { type CountedPlace, NOT_COVERED } from '#modules/treasury/model.ts'
import { computeCoverage, type OpenPlan, type PublishedReserve } from '../model.ts'
import type { TransparencyReport } from '../queries.ts'

/** Returns the report of the open books as the contract answers it. */
export function toReportResponse(report: TransparencyReport) {
  const { held, owed, plans, reserves, withdrawals, chainHead, deciders, readAt, frozen } = report
  const { measured } = withdrawals

  return {
    readAt,
    frozen,
    deciders,
    owed,
    held: {
      ...held,
      coins: held.coins.map(({ cents, ...coin }) => ({ ...coin, worth: cents })),
      places: held.places.map(toPlaceResponse),
    },
    reserves: reserves.map(toReserveResponse),
    heldPerDollar: computeCoverage(held.total, owed.total),
    plans: plans.map(toPlanResponse),
    withdrawals: {
      ...withdrawals,
      measured: measured && {
        count: measured.count,
        medianMinutes: Math.round(measured.medianMs / MINUTE_MS),
        slowestMinutes: Math.round(measured.slowestMs / MINUTE_MS),
      },
    },
    chainHead: chainHead && { seq: String(chainHead.seq), hash: chainHead.hash },
  }
}

const toReserveResponse = ({ proof, ...reserve }: PublishedReserve) => ({
  ...reserve,
  reason: reserve.wallet === 'single_key' ? null : NOT_COVERED[reserve.wallet],
  proof: proof && {
    statement: proof.statement,
    signature: proof.signature,
    format: proof.format,
    amount: formatAmount(proof.units, reserve.coin),
    block: proof.block,
    simulated: proof.simulated,
    verifiedAt: proof.verifiedAt,
  },
})

function toPlaceResponse({ place, currency, held, outside, ...counts }: CountedPlace) {
  const { confirmation, counted, cents, breaks } = counts
  return {
    place,
    currency,
    confirmation,
    ledger: formatAmount(held, currency),
    outside: outside && {
      amount: formatAmount(outside.units, currency),
      asOf: outside.asOf,
      source: outside.source,
    },
    counts: { amount: formatAmount(counted, currency), worth: cents },
    breaks: breaks.map(({ difference, ...uncleared }) => ({
      ...uncleared,
      difference: formatAmount(difference, currency),
    })),
  }
}

/** The names of the admins who confirmed plan assets stay in the back office. */
const toPlanResponse = ({ planId, assets, ...plan }: OpenPlan) => ({
  _id: planId,
  ...plan,
  assets: assets && {
    ...assets,
    lastConfirmed: assets.lastConfirmed && {
      event: assets.lastConfirmed.event,
      on: assets.lastConfirmed.on,
    },
  },
})
