type WebhookTest = { host: string; problem: string | null }

/** Returns the sentence about test messages: every problem, or else every host. */
export function describeWebhookTests(tests: readonly WebhookTest[]): string {
  const problems = tests.flatMap(({ problem }) => problem ?? [])

  return problems.length > 0
    ? `The test message was not delivered: ${problems.join('; ')}.`
    : `The test message was delivered to ${tests.map(({ host }) => host).join(' and ')}.`
}
