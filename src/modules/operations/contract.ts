import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'

const tags = ['Operation']

const alert = z.object({
  _id: z.string(),
  source: z.string(),
  title: z.string(),
  message: z.string(),
  raisedAt: instant,
  lastFailedAt: instant,
  notifiedAt: instant,
  notificationCount: z.int(),
  acknowledged: z.object({ by: z.string(), at: instant }).nullable(),
  clearedAt: instant.nullable(),
})

export const operationContract = {
  alerts: admin()
    .route({
      method: 'GET',
      path: '/admin/alerts',
      summary: 'List open and recent alerts',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          alerts: z.array(alert),
          lastCheckAt: instant.nullable(),
          silent: z.boolean().meta({ description: 'whether the health checks have stopped' }),
          lastBackup: instant.nullable(),
          webhooks: z.array(z.string()).meta({ description: 'hosts that receive alerts' }),
        }),
      ),
    ),
  acknowledge: admin(...getPermittedRoles('alert.acknowledge'))
    .route({
      method: 'POST',
      path: '/admin/alerts/{id}/acknowledge',
      summary: 'Acknowledge an alert',
      tags,
    })
    .input(z.object({ id: z.string() }))
    .output(messageOnly),
  testWebhooks: admin(...getPermittedRoles('installation.manage'))
    .route({
      method: 'POST',
      path: '/admin/alerts/test-webhooks',
      summary: 'Send a test message to the webhooks of alerts',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          tests: z.array(z.object({ host: z.string(), problem: z.string().nullable() })),
        }),
      ),
    ),
}
