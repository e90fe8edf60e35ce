import { implementCalls } from '#platform/http/http.ts'
import { listAlertWebhooks } from './adapters/alert-webhooks.ts'
import { acknowledgeAlert } from './commands/acknowledge-alert.ts'
import { testWebhooks } from './commands/test-webhooks.ts'
import { operationContract } from './contract.ts'
import { isWatchSilent } from './model.ts'
import { toAlertResponse } from './presenters/alert.ts'
import { describeWebhookTests } from './presenters/webhook-tests.ts'
import { findLastBackup, findLastCheckTime, listAlerts } from './queries.ts'

const calls = implementCalls(operationContract)

export const operationApi = calls.router({
  alerts: calls.alerts.handler(async ({ context: { app } }) => {
    const alerts = (await listAlerts(app.db)).map(toAlertResponse)
    const lastCheckAt = await findLastCheckTime(app.db)
    const lastBackup = await findLastBackup(app.db)
    const webhooks = listAlertWebhooks(app.config).map(({ host }) => host)
    const silent = isWatchSilent(lastCheckAt, app.clock.now())

    return { message: 'Alerts', data: { alerts, lastCheckAt, silent, lastBackup, webhooks } }
  }),
  acknowledge: calls.acknowledge.handler(async ({ context: { app, admin }, input: { id } }) => {
    await acknowledgeAlert(app, admin(), id)
    return { message: 'Alert acknowledged. We’ll notify you when it’s resolved.' }
  }),
  testWebhooks: calls.testWebhooks.handler(async ({ context: { app, admin } }) => {
    const tests = await testWebhooks(app, admin())
    return { message: describeWebhookTests(tests), data: { tests } }
  }),
})
