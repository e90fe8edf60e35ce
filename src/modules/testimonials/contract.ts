import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, anyone, member } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'

const tags = ['Testimonials']
const state = z.enum(['offered', 'published', 'hidden', 'withdrawn'])
const textOrEmpty = z.string().max(2_000).default('')
const id = z.string().max(60)

const spoken = z.object({ text: z.string(), shownName: z.string(), shownAs: z.string() })
const published = spoken.extend({
  mark: z.string().meta({ description: 'a hash of the text, for the generated picture' }),
})
const own = spoken.extend({ state, submittedAt: instant, reason: z.string().nullable() })
const consent = z.object({ version: z.string(), text: z.string() })

const testimonial = own.extend({
  _id: id,
  member: z.object({ _id: z.string(), name: z.string() }),
  consent,
  withdrawnAt: instant.nullable(),
  decided: z.object({ by: z.string(), at: instant }).nullable(),
})

export const testimonialsContract = {
  published: anyone
    .route({ method: 'GET', path: '/testimonials', summary: 'List published testimonials', tags })
    .output(buildEnvelope(z.array(published))),
  own: member
    .route({
      method: 'GET',
      path: '/user/testimonial',
      summary: 'Get your testimonial and the consent text',
      tags,
    })
    .output(buildEnvelope(z.object({ own: own.nullable(), consent }))),
  give: member
    .route({ method: 'POST', path: '/user/testimonial', summary: 'Submit a testimonial', tags })
    .input(
      z.object({
        text: textOrEmpty,
        shownName: textOrEmpty,
        shownAs: textOrEmpty,
        consentVersion: z.string().max(30).default(''),
      }),
    )
    .output(messageOnly),
  withdraw: member
    .route({
      method: 'DELETE',
      path: '/user/testimonial',
      summary: 'Withdraw your testimonial and consent',
      tags,
    })
    .output(messageOnly),
  list: admin()
    .route({
      method: 'GET',
      path: '/admin/testimonials',
      summary: 'List all testimonials with their consent',
      tags,
    })
    .output(buildEnvelope(z.array(testimonial))),
  publish: admin(...getPermittedRoles('testimonials.decide'))
    .route({
      method: 'POST',
      path: '/admin/testimonials/{id}/publish',
      summary: 'Publish a testimonial',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
  hide: admin(...getPermittedRoles('testimonials.decide'))
    .route({
      method: 'POST',
      path: '/admin/testimonials/{id}/hide',
      summary: 'Hide a testimonial',
      tags,
    })
    .input(z.object({ id, reason: textOrEmpty }))
    .output(messageOnly),
}
