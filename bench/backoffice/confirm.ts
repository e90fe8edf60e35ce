import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { createStaff } from '#modules/plans/testing.ts'
import type { App } from '#platform/app.ts'
import { measureMs, print } from '../engine/figures.ts'
import { type Installation, openBench } from '../engine/installation.ts'
import { pendingIds } from './grow.ts'

const MAX_RATIO = 5
/** As a server has them unless configured. */
const CONNECTIONS = '16'
/** Nothing is counted so long at first. */
export const WARM_SECONDS = 5
const CHAIN_INTERVAL_MS = 1_000
const ines = createStaff('ines', 'finance')

type Options = { single: number; rate: number; seconds: number }

/**
 * Confirms one deposit after the other, then so many a second whether or not those before are done,
 * from when each was due; the journal is chained every second meanwhile, as in production.
 * Answers whether p99 stays within its bound, or null.
 */
export async function confirmFigures(
  testApp: Installation,
  { single, rate, seconds }: Options,
): Promise<true | null> {
  const ids = await pendingIds(testApp)
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-backoffice-'))
  const { app, close } = await openBench(testApp.url, folder, CONNECTIONS)

  try {
    return await measureConfirmations(app, ids, { single, rate, seconds })
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureConfirmations(
  app: App,
  ids: readonly string[],
  { single, rate, seconds }: Options,
) {
  const confirm = (depositId: string) => confirmDeposit(app, ines, { depositId })
  const alone: number[] = []

  for (const id of ids.slice(0, single)) alone.push(await measureMs(() => confirm(id)))

  const chainingAbort = new AbortController()
  const chainingDone = chainPeriodically(app, chainingAbort.signal)
  const steadily = (some: readonly string[]) => {
    const begun = performance.now()
    return some.map(async (id, index) => {
      const at = begun + (index * 1_000) / rate
      await pause(Math.max(0, at - performance.now()))
      await confirm(id)
      return performance.now() - at
    })
  }

  const rest = ids.slice(single)
  // connections open, and make their plans
  await Promise.all(steadily(rest.slice(0, rate * WARM_SECONDS)))

  const took = await Promise.all(
    steadily(rest.slice(rate * WARM_SECONDS, rate * (WARM_SECONDS + seconds))),
  )
  chainingAbort.abort()
  await chainingDone

  const [p50, p99] = [percentile(alone, 0.5), percentile(took, 0.99)]
  const label = `${rate} a second for ${seconds} s`

  print('confirming a single deposit, p50', p50, 'ms')
  print(`confirming, p50, ${label}, to a single one`, percentile(took, 0.5), 'ms', {
    baseline: p50,
    ratio: percentile(took, 0.5) / p50,
  })

  print(`confirming, p99, ${label}, to p50 of a single one`, p99, 'ms', {
    baseline: p50,
    ratio: p99 / p50,
  })

  return p99 <= MAX_RATIO * p50 || null
}

async function chainPeriodically(app: App, stopped: AbortSignal) {
  while (!stopped.aborted) {
    await chainJournal(app)
    await pause(CHAIN_INTERVAL_MS, undefined, { signal: stopped }).catch(() => undefined)
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN
