import { deleteOldEnquiries } from '#modules/enquiries/commands/delete-old-enquiries.ts'
import { markEnquiry } from '#modules/enquiries/commands/mark-enquiry.ts'
import { sendEnquiry } from '#modules/enquiries/commands/send-enquiry.ts'
import { sendReply } from '#modules/enquiries/commands/send-reply.ts'
import {
  buildCvDocument,
  buildEnquiryInput,
  createTestEnquiry,
} from '#modules/enquiries/testing.ts'
import type { App } from '#platform/app.ts'
import { another, type Scenario } from '../scenario.ts'

const YEARS_MS = 2 * 366 * 86_400_000
const later = (app: App): App => ({
  ...app,
  clock: { ...app.clock, now: () => new Date(app.clock.now().getTime() + YEARS_MS) },
})

export const scenarios: Scenario[] = [
  {
    command: 'enquiries/send-enquiry',
    repeatable: true,
    // The tries are counted first, in statements of their own: a refused try counts too.
    stages: [
      ['public.rate_limit +1'],
      ['public.rate_limit +2'],
      ['public.rate_limit +2', 'public.rate_limit +1'],
    ],
    prepare: async ({ app }) => {
      // the first one makes the queue, which is no part of what a command leaves
      await createTestEnquiry(app)
      const input = buildEnquiryInput(app, { kind: 'career', cv: buildCvDocument() })
      return { run: (on) => sendEnquiry(on, { address: another('192.0.2.1') }, input) }
    },
  },
  {
    command: 'enquiries/mark-enquiry',
    prepare: async ({ app, ines }) => {
      const { id } = await createTestEnquiry(app)
      return { run: (on) => markEnquiry(on, ines, { id, state: 'answered', assignedTo: ines.id }) }
    },
  },
  {
    command: 'enquiries/send-reply',
    prepare: async ({ app, ines }) => {
      const { id } = await createTestEnquiry(app)
      const reply = { id, message: 'Within a day.', repliesRead: 0 }
      return { run: (on) => sendReply(on, ines, reply) }
    },
  },
  {
    command: 'enquiries/delete-old-enquiries',
    prepare: async ({ app }) => {
      await deleteOldEnquiries(later(app))
      await createTestEnquiry(app)
      return { run: (on) => deleteOldEnquiries(later(on)) }
    },
  },
]
