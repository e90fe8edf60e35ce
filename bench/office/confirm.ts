import { setTimeout as pause } from 'node:timers/promises'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { staff } from '#modules/plans/testing.ts'
import { print, timed } from '../engine/figures.ts'
import type { House } from '../engine/house.ts'
import { pendingIds } from './grow.ts'

const MOST = 5
const SEALED_EVERY_MS = 1_000
const ines = staff('ines', 'finance')

type Options = { single: number; rate: number; seconds: number }

/**
 * Confirms one deposit after the other, then so many a second whether or not those before are done, from when each was due;
 * the journal is sealed every second meanwhile, as in a house that runs. Answers whether p99 stays within its bound, or null.
 */
export async function confirmFigures(house: House, { single, rate, seconds }: Options): Promise<true | null> {
  const { app } = house
  const ids = await pendingIds(house)
  const confirm = (depositId: string) => confirmDeposit(app, ines, { depositId })
  const alone: number[] = []
  for (const id of ids.slice(0, single)) alone.push(await timed(() => confirm(id)))
  const sealing = new AbortController()
  const sealed = sealUntil(house, sealing.signal)
  const begun = performance.now()
  const due = ids.slice(single, single + rate * seconds).map(async (id, index) => {
    const at = begun + (index * 1_000) / rate
    await pause(Math.max(0, at - performance.now()))
    await confirm(id)
    return performance.now() - at
  })
  const took = await Promise.all(due)
  sealing.abort()
  await sealed
  const [p50, p99] = [percentile(alone, 0.5), percentile(took, 0.99)]
  const label = `${rate} a second for ${seconds} s`
  print('confirming a single deposit, p50', p50, 'ms')
  print(`confirming, p50, ${label}, to a single one`, percentile(took, 0.5), 'ms', {
    ...{ baseline: p50, ratio: percentile(took, 0.5) / p50 },
  })
  print(`confirming, p99, ${label}, to p50 of a single one`, p99, 'ms', { baseline: p50, ratio: p99 / p50 })
  return p99 <= MOST * p50 ? true : null
}

async function sealUntil({ app }: House, stopped: AbortSignal) {
  while (!stopped.aborted) {
    await sealJournal(app)
    await pause(SEALED_EVERY_MS, undefined, { signal: stopped }).catch(() => undefined)
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN
