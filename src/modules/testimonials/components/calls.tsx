import { createModuleCalls } from '#platform/client/calls.ts'
import type { testimonialsContract } from '../contract.ts'

export const testimonialCalls = createModuleCalls<typeof testimonialsContract>('testimonials')

/** A testimonial as the staff sees it. */
export type StaffTestimonial = Awaited<
  ReturnType<typeof testimonialCalls.list.call>
>['data'][number]
