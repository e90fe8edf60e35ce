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
  mark: z
    .string()
    .meta({ description: 'a fingerprint of the words, for the picture that is drawn of it' }),
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
    .route({ method: 'GET', path: '/testimonials', summary: 'What members say in public', tags })
    .output(buildEnvelope(z.array(published))),
  own: member
    .route({
      method: 'GET',
      path: '/user/testimonial',
      summary: 'Your own words, and what you agree to',
      tags,
    })
    .output(buildEnvelope(z.object({ own: own.nullable(), consent }))),
  give: member
    .route({ method: 'POST', path: '/user/testimonial', summary: 'Say something in public', tags })
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
      summary: 'Take your words and consent back',
      tags,
    })
    .output(messageOnly),
  list: admin()
    .route({
      method: 'GET',
      path: '/admin/testimonials',
      summary: 'All testimonials with their consent',
      tags,
    })
    .output(buildEnvelope(z.array(testimonial))),
  publish: admin(...getPermittedRoles('testimonials.decide'))
    .route({
      method: 'POST',
      path: '/admin/testimonials/{id}/publish',
      summary: 'Show it in public',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
  hide: admin(...getPermittedRoles('testimonials.decide'))
    .route({
      method: 'POST',
      path: '/admin/testimonials/{id}/hide',
      summary: 'Stop showing it',
      tags,
    })
    .input(z.object({ id, reason: textOrEmpty }))
    .output(messageOnly),
}
