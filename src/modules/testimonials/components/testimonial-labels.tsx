import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { StaffTestimonial } from './calls.tsx'

const STATES: Record<StaffTestimonial['state'], [Tone, string]> = {
  offered: ['wait', 'Pending review'],
  published: ['ok', 'Published'],
  hidden: ['neutral', 'Hidden'],
  withdrawn: ['bad', 'Consent withdrawn'],
}

export const formatTestimonialState = (state: StaffTestimonial['state']) => STATES[state][1]

export function TestimonialTag({ state }: { state: StaffTestimonial['state'] }) {
  const [tone, text] = STATES[state]
  return <Tag tone={tone}>{text}</Tag>
}
