import type { ReactNode } from 'react'
import { CopyButton } from '../actions/copy-button.tsx'
import { FormActions } from '../form/form.tsx'
import { Details, type KeyValue, KeyValues } from './key-values.tsx'
import { Columns, PageHeading, Stack } from './page.tsx'
import { Panel } from './panel.tsx'

type Props = {
  /** The event, as a title. */
  title: ReactNode
  lead: ReactNode
  back?: ReactNode
  reference: string | null
  rows?: readonly KeyValue[]
  /** The next step, and its time. */
  next: ReactNode
  actions: ReactNode
}

/**
 * Renders the page after something was done: what happened, its reference and what comes next. Its
 * address holds the reference, so that a reload shows it again and repeats nothing.
 */
export function Confirmation({ title, lead, back, reference, rows = [], next, actions }: Props) {
  return (
    <Columns
      rail={
        <Panel title="Details">
          <KeyValues rows={rows} />
          {reference && <Reference value={reference} />}
        </Panel>
      }
    >
      <PageHeading title={title} lead={lead} back={back} />
      <Panel title="What happens next">
        <Stack tight>{next}</Stack>
      </Panel>
      <FormActions>{actions}</FormActions>
    </Columns>
  )
}

/** Renders a reference that support finds the act by. */
export const Reference = ({ value }: { value: string }) => (
  <Details
    rows={[
      {
        label: 'Reference',
        aside: <CopyButton text={value} />,
        value: <span className="mono small anywhere">{value}</span>,
      },
    ]}
  />
)
