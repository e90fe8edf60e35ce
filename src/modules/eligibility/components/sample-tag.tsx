import { Tag } from '#ui/status/tag.tsx'
import type { MyEligibility } from './calls.tsx'

/** Marks a text of rules that the operator has not confirmed. */
export const SampleTag = ({ rules }: Pick<MyEligibility, 'rules'>) =>
  rules.sample && (
    <>
      <Tag tone="neutral">Sample</Tag>{' '}
    </>
  )
