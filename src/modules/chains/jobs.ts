import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { mineWaitingBlocks } from './commands/simulate-blocks.ts'
import { watchChains } from './commands/watch-chain.ts'

/** The jobs that watch the chains, and mine the sandbox's simulated ones. */
export const jobs: JobDefinition<App>[] = [
  { name: 'chains-watch', pauseMs: 2_000, pauseFirst: true, run: watchChains },
  { name: 'chains-mine-simulated', pauseMs: 5_000, pauseFirst: true, run: mineWaitingBlocks },
]
