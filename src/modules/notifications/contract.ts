import { z } from 'zod'
import { member } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'
import { KIND_NAMES } from './model.ts'

const tags = ['Notifications']
const number = z.string().regex(/^\d{1,18}$/, 'Enter the number of a notification.')

const notification = z.object({
  _id: z.string(),
  number: z.string().meta({ description: 'send as `before` to read the next page' }),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  to: z.string().meta({ description: 'the screen that shows more' }),
  createdAt: instant,
  readAt: instant.nullable(),
})

const choices = z.array(
  z.object({
    kind: z.string(),
    label: z.string(),
    text: z.string(),
    locked: z.boolean().meta({ description: 'security and money are always on' }),
    app: z.boolean(),
    mail: z.boolean(),
  }),
)

export const notificationsContract = {
  list: member
    .route({
      method: 'GET',
      path: '/notifications',
      summary: 'List my notifications, newest first',
      tags,
    })
    .input(
      z.object({
        before: number.optional(),
        unread: z
          .stringbool()
          .meta({ type: 'string', enum: ['true', 'false'] })
          .optional(),
        kind: z.enum(KIND_NAMES).optional(),
      }),
    )
    .output(
      buildEnvelope(
        z.object({ notifications: z.array(notification), unread: z.int(), more: z.boolean() }),
      ),
    ),
  unread: member
    .route({
      method: 'GET',
      path: '/notifications/unread',
      summary: 'Count unread notifications',
      tags,
    })
    .output(buildEnvelope(z.object({ unread: z.int() }))),
  read: member
    .route({
      method: 'POST',
      path: '/notifications/{id}/read',
      summary: 'Mark a notification as read',
      tags,
    })
    .input(z.object({ id: z.string().max(60) }))
    .output(messageOnly),
  readAll: member
    .route({
      method: 'POST',
      path: '/notifications/read',
      summary: 'Mark notifications as read up to one, or a range of them',
      tags,
    })
    .input(
      z.object({
        upTo: number,
        from: number.optional().meta({ description: 'the oldest one to mark; all by default' }),
      }),
    )
    .output(messageOnly),
  choices: member
    .route({
      method: 'GET',
      path: '/notifications/choices',
      summary: 'Get my notification settings',
      tags,
    })
    .output(buildEnvelope(choices)),
  choose: member
    .route({
      method: 'PUT',
      path: '/notifications/choices',
      summary: 'Change my notification settings',
      tags,
    })
    .input(
      z.object({
        choices: z
          .array(
            z.object({
              kind: z.string().max(40),
              channel: z.string().max(40),
              enabled: z.boolean(),
            }),
          )
          .max(40),
      }),
    )
    .output(buildEnvelope(choices)),
}
