import { listMembersById } from '#modules/identity/queries.ts'
import { implementCalls } from '#platform/http/http.ts'
import { decideTestimonial } from './commands/decide-testimonial.ts'
import { giveTestimonial } from './commands/give-testimonial.ts'
import { withdrawTestimonial } from './commands/withdraw-testimonial.ts'
import { testimonialsContract } from './contract.ts'
import { CONSENT, TEXTS, type Testimonial } from './model.ts'
import { findOwn, listPublished, listTestimonials } from './queries.ts'

const calls = implementCalls(testimonialsContract)

const toOwnTestimonialResponse = ({
  text,
  shownName,
  shownAs,
  state,
  consent,
  decision,
}: Testimonial) => ({
  text,
  shownName,
  shownAs,
  state,
  submittedAt: consent.grantedAt,
  reason: decision?.reason ?? null,
})

const toTestimonialResponse = (one: Testimonial, name: string) => ({
  ...toOwnTestimonialResponse(one),
  _id: one.id,
  member: { _id: one.memberId, name },
  consent: { version: one.consent.version, text: one.consent.text },
  withdrawnAt: one.consent.withdrawnAt,
  decided: one.decision && { by: one.decision.by, at: one.decision.at },
})

export const testimonialsApi = calls.router({
  published: calls.published.handler(async ({ context: { app } }) => ({
    message: 'Testimonials',
    data: await listPublished(app.db),
  })),
  own: calls.own.handler(async ({ context: { app, member } }) => {
    const own = await findOwn(app.db, member().id)
    return {
      message: 'Your testimonial',
      data: { own: own && toOwnTestimonialResponse(own), consent: { ...CONSENT } },
    }
  }),
  give: calls.give.handler(async ({ context: { app, member }, input }) => {
    await giveTestimonial(app, member(), input)
    return { message: TEXTS.submitted }
  }),
  withdraw: calls.withdraw.handler(async ({ context: { app, member } }) => {
    await withdrawTestimonial(app, member())
    return { message: TEXTS.withdrawn }
  }),
  list: calls.list.handler(async ({ context: { app } }) => {
    const all = await listTestimonials(app.db)
    const members = await listMembersById(
      app.db,
      all.map(({ memberId }) => memberId),
    )
    const getMemberName = (id: string) => members.get(id)?.label ?? id

    return {
      message: 'Testimonials',
      data: all.map((one) => toTestimonialResponse(one, getMemberName(one.memberId))),
    }
  }),
  publish: calls.publish.handler(async ({ context: { app, admin }, input: { id } }) => {
    await decideTestimonial(app, admin(), { id, publish: true, reason: '' })
    return { message: TEXTS.published }
  }),
  hide: calls.hide.handler(async ({ context: { app, admin }, input: { id, reason } }) => {
    await decideTestimonial(app, admin(), { id, publish: false, reason })
    return { message: TEXTS.hidden }
  }),
})
