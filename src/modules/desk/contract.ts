import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'
import { NOTE_MAX } from './model.ts'

const tags = ['Notes and tasks']
const id = z.string().max(60)
const subject = id.meta({ description: 'the id of a member, a deposit or a withdrawal' })
const staff = z.object({ _id: z.string(), name: z.string() })

const note = z.object({
  _id: z.string(),
  subject: z.string(),
  kind: z.string().meta({ description: 'the kind of the subject, in words' }),
  to: z.string().meta({ description: 'the screen of the subject' }),
  message: z.string(),
  writtenBy: z.string().meta({ description: 'the name of a staff member' }),
  writtenAt: instant,
  task: z
    .object({
      assignee: staff,
      dueOn: z.string().nullable(),
      overdue: z.boolean(),
      doneAt: instant.nullable(),
      doneBy: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'null: a note without an action' }),
})

const write = () => admin(...getPermittedRoles('desk.write'))

export const deskContract = {
  notes: admin()
    .route({
      method: 'GET',
      path: '/admin/notes',
      summary: 'List notes and tasks, newest first',
      tags,
    })
    .input(z.object({ subject }))
    .output(
      buildEnvelope(
        z.object({
          notes: z.array(note),
          assignees: z.array(staff).meta({ description: 'the staff who can be given a task' }),
        }),
      ),
    ),
  write: write()
    .route({ method: 'POST', path: '/admin/notes', summary: 'Write a note or a task', tags })
    .input(
      z.object({
        subject,
        message: z
          .string()
          .trim()
          .min(1, 'Please enter a note.')
          .max(NOTE_MAX, `At most ${NOTE_MAX} characters.`),
        assignedTo: id.optional().meta({ description: 'makes it a task of this staff member' }),
        dueOn: z.iso.date('Please enter a date.').optional(),
      }),
    )
    .output(messageOnly),
  tasks: admin()
    .route({ method: 'GET', path: '/admin/tasks', summary: 'List my open tasks', tags })
    .output(buildEnvelope(z.array(note))),
  changeTask: write()
    .route({
      method: 'PATCH',
      path: '/admin/tasks/{id}',
      summary: 'Mark a task as done, reopen it or assign it',
      tags,
    })
    .input(z.object({ id, done: z.boolean().optional(), assignedTo: id.optional() }))
    .output(messageOnly),
  assignments: admin()
    .route({
      method: 'GET',
      path: '/admin/assignments',
      summary: 'List who works on which pending deposit or open withdrawal',
      tags,
    })
    .output(
      buildEnvelope(
        z.array(
          z.object({
            subject: z.string(),
            assignee: staff,
            mine: z.boolean(),
            assignedAt: instant,
          }),
        ),
      ),
    ),
  claim: write()
    .route({
      method: 'PUT',
      path: '/admin/assignments/{subject}',
      summary: 'Assign a pending deposit or an open withdrawal to me',
      tags,
    })
    .input(z.object({ subject }))
    .output(messageOnly),
  release: write()
    .route({
      method: 'DELETE',
      path: '/admin/assignments/{subject}',
      summary: 'End an assignment',
      tags,
    })
    .input(z.object({ subject }))
    .output(messageOnly),
}
