import { implementCalls } from '#platform/http.ts'
import { acknowledgeAlarm } from './commands/acknowledge-alarm.ts'
import { operationContract } from './contract.ts'
import { findLastBackup, findLastLook, listAlarms } from './queries.ts'

const calls = implementCalls(operationContract)

export const operationApi = calls.router({
  alarms: calls.alarms.handler(async ({ context: { app } }) => {
    const alarms = (await listAlarms(app.db)).map(({ id, wellSince: _, ...alarm }) => ({
      _id: id,
      ...alarm,
    }))
    const [lastLook, lastBackup] = [await findLastLook(app.db), await findLastBackup(app.db)]
    return { message: 'Alarms', data: { alarms, lastLook, lastBackup } }
  }),
  acknowledge: calls.acknowledge.handler(async ({ context: { app, admin }, input: { id } }) => {
    await acknowledgeAlarm(app, admin(), id)
    return { message: 'Acknowledged. You are told when it is over.' }
  }),
})
