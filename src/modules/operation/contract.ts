import { z } from 'zod'
import { may } from '#modules/approvals/model.ts'
import { admin } from '#platform/http-contract.ts'
import { envelope, instant, messageOnly } from '#platform/http-schemas.ts'

const tags = ['Operation']

const alarm = z.object({
  _id: z.string(),
  source: z.string(),
  title: z.string(),
  said: z.string(),
  raisedAt: instant,
  seenAt: instant,
  toldAt: instant,
  toldTimes: z.int(),
  acknowledged: z.object({ by: z.string(), at: instant }).nullable(),
  clearedAt: instant.nullable(),
})

export const operationContract = {
  alarms: admin()
    .route({
      method: 'GET',
      path: '/admin/alarms',
      summary: 'What is wrong, and what was lately',
      tags,
    })
    .output(
      envelope(
        z.object({
          alarms: z.array(alarm),
          lastLook: instant.nullable(),
          lastBackup: instant.nullable(),
        }),
      ),
    ),
  acknowledge: admin(...may('alarm.acknowledge'))
    .route({
      method: 'POST',
      path: '/admin/alarms/{id}/acknowledge',
      summary: 'Take an alarm on',
      tags,
    })
    .input(z.object({ id: z.string() }))
    .output(messageOnly),
}
