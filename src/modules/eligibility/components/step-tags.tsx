import type { ReactNode } from 'react'
import type { MyEligibility } from './calls.tsx'
import { SampleTag } from './sample-tag.tsx'
import styles from './step-tags.module.css'

type Props = Pick<MyEligibility, 'rules'> & { children: ReactNode }

/** Shows the state of a step, next to the mark of a sample. */
export const StepTags = ({ rules, children }: Props) => (
  <span className={styles.tags}>
    <SampleTag rules={rules} />
    {children}
  </span>
)
