import type { Member } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { giveTestimonial } from './commands/give-testimonial.ts'
import { CONSENT, type Testimonial } from './model.ts'

export const testimonialInput = {
  text: 'I could check my balance myself, and that is what I wanted.',
  shownName: 'Maya L.',
  shownAs: 'Carpenter',
  consentVersion: CONSENT.version,
}

/** Creates a testimonial with its consent. */
export const createTestimonial = (app: App, member: Member): Promise<Testimonial> =>
  giveTestimonial(app, member, testimonialInput)
