import { implementCalls } from '#platform/http/http.ts'
import { acknowledgeAlert } from './commands/acknowledge-alert.ts'
import { operationContract } from './contract.ts'
import { toAlertResponse } from './presenters/alert.ts'
import { findLastBackup, findLastCheckTime, listAlerts } from './queries.ts'

const calls = implementCalls(operationContract)

export const operationApi = calls.router({
  alerts: calls.alerts.handler(async ({ context: { app } }) => {
    const alerts = (await listAlerts(app.db)).map(toAlertResponse)
    const lastCheckAt = await findLastCheckTime(app.db)
    const lastBackup = await findLastBackup(app.db)

    return { message: 'Alerts', data: { alerts, lastCheckAt, lastBackup } }
  }),
  acknowledge: calls.acknowledge.handler(async ({ context: { app, admin }, input: { id } }) => {
    await acknowledgeAlert(app, admin(), id)
    return { message: 'Acknowledged. You are notified when it is resolved.' }
  }),
})
