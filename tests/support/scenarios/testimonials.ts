import { aMember } from '#modules/identity/testing.ts'
import { decideTestimonial } from '#modules/testimonials/commands/decide-testimonial.ts'
import { giveTestimonial } from '#modules/testimonials/commands/give-testimonial.ts'
import { withdrawTestimonial } from '#modules/testimonials/commands/withdraw-testimonial.ts'
import { aTestimonial, testimonialInput } from '#modules/testimonials/testing.ts'
import type { Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  {
    command: 'testimonials/give-testimonial',
    prepare: async ({ app }) => {
      const { member } = await aMember(app)
      return { run: (on) => giveTestimonial(on, member, testimonialInput) }
    },
  },
  {
    command: 'testimonials/decide-testimonial',
    actsAgain: true,
    prepare: async ({ app, ines }) => {
      const { id } = await aTestimonial(app, (await aMember(app)).member)
      return { run: (on) => decideTestimonial(on, ines, { id, publish: true, reason: '' }) }
    },
  },
  {
    command: 'testimonials/withdraw-testimonial',
    prepare: async ({ app }) => {
      const { member } = await aMember(app)
      await aTestimonial(app, member)
      return { run: (on) => withdrawTestimonial(on, member) }
    },
  },
]
