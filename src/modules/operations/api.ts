import { implementCalls } from '#platform/http/http.ts'
import { acknowledgeAlert } from './commands/acknowledge-alert.ts'
import { operationContract } from './contract.ts'
import { findLastBackup, findLastCheckTime, listAlerts } from './queries.ts'

const calls = implementCalls(operationContract)

export const operationApi = calls.router({
  alerts: calls.alerts.handler(async ({ context: { app } }) => {
    const alerts = (await listAlerts(app.db)).map(({ id, wellSince: _, ...alert }) => ({
      _id: id,
      ...alert,
    }))
    const [lastCheckAt, lastBackup] = [
      await findLastCheckTime(app.db),
      await findLastBackup(app.db),
    ]
    return { message: 'Alarms', data: { alerts, lastCheckAt, lastBackup } }
  }),
  acknowledge: calls.acknowledge.handler(async ({ context: { app, admin }, input: { id } }) => {
    await acknowledgeAlert(app, admin(), id)
    return { message: 'Acknowledged. You are told when it is over.' }
  }),
})
