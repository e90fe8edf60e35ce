/**
 * Returns the problems of the configured feeds. A quote needs two exchanges that agree, so either
 * both are named or prices are simulated; live needs real ones.
 */
export function listFeedProblems(feeds: readonly string[], mode: 'sandbox' | 'live'): string[] {
  const problems: string[] = []
  const simulated = feeds.includes('simulated')

  if (new Set(feeds).size < feeds.length) problems.push('PRICE_FEEDS: names a feed twice')
  else if (simulated && feeds.length > 1)
    problems.push("PRICE_FEEDS: simulated prices can't be combined with other feeds")
  else if (!simulated && !(feeds.includes('kraken') && feeds.includes('coinbase')))
    problems.push('PRICE_FEEDS: a quote needs two exchanges: name kraken and coinbase')

  if (mode === 'live' && simulated) problems.push('PRICE_FEEDS: live needs real ones')

  return problems
}
