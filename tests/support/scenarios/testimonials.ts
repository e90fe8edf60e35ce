import { createTestMember } from '#modules/identity/testing.ts'
import { decideTestimonial } from '#modules/testimonials/commands/decide-testimonial.ts'
import { giveTestimonial } from '#modules/testimonials/commands/give-testimonial.ts'
import { withdrawTestimonial } from '#modules/testimonials/commands/withdraw-testimonial.ts'
import { createTestimonial, testimonialInput } from '#modules/testimonials/testing.ts'
import type { Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  {
    command: 'testimonials/give-testimonial',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      return { run: (on) => giveTestimonial(on, member, testimonialInput) }
    },
  },
  {
    command: 'testimonials/decide-testimonial',
    repeatable: true,
    prepare: async ({ app, ines }) => {
      const { id } = await createTestimonial(app, (await createTestMember(app)).member)
      return { run: (on) => decideTestimonial(on, ines, { id, publish: true, reason: '' }) }
    },
  },
  {
    command: 'testimonials/withdraw-testimonial',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      await createTestimonial(app, member)
      return { run: (on) => withdrawTestimonial(on, member) }
    },
  },
]
