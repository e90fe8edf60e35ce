import type { Settings } from './settings.ts'

/** Returns the problems of the addresses of webhooks, which are secrets and never named. */
export function listWebhookProblems({ ALERT_WEBHOOK, MODE }: Settings): string[] {
  const addresses = ALERT_WEBHOOK.map((address) => new URL(address))
  const problems: string[] = []

  if (addresses.some(({ username, password }) => username || password))
    problems.push('ALERT_WEBHOOK: an address can’t contain a login')
  if (MODE === 'live' && addresses.some(({ protocol }) => protocol !== 'https:'))
    problems.push('ALERT_WEBHOOK: live needs https')

  return problems
}
