/**
 * Returns the problems of the configured feeds. A quote needs two exchanges that agree, so either
 * both are named or prices are simulated.
 */
export function listFeedProblems(feeds: readonly string[]): string[] {
  const problems: string[] = []
  const simulated = feeds.includes('simulated')

  if (new Set(feeds).size < feeds.length) problems.push('PRICE_FEEDS: names a feed twice')
  else if (simulated && feeds.length > 1)
    problems.push("PRICE_FEEDS: simulated prices can't be combined with other feeds")
  else if (!simulated && !(feeds.includes('kraken') && feeds.includes('coinbase')))
    problems.push('PRICE_FEEDS: a quote needs two exchanges: name kraken and coinbase')

  return problems
}

/** Returns the problem of feeds that a live installation can't use. */
export const listSimulatedFeeds = (feeds: readonly string[]): string[] =>
  feeds.includes('simulated') ? ['PRICE_FEEDS: live needs real ones'] : []
