import { type ReactNode, useCallback, useMemo } from 'react'
import { Button } from '../actions/button.tsx'
import { SelectField } from '../form/select-field.tsx'
import { TextField } from '../form/text-field.tsx'
import styles from './filters.module.css'
import { type FilterSelection, type Filters, filterRows, parseFilterSelection } from './filters.ts'
import { useAddress } from './use-address.ts'

const ANY = ''

/**
 * Filters rows by choices and a date range stored in the query string, and returns them with the
 * filter bar. Give the rows to `DataTable`; its search and export then cover exactly these. A new
 * choice goes back to page 1.
 */
export function useFilters<Row>(
  filters: Filters<Row>,
  rows: readonly Row[] | undefined,
): { rows: readonly Row[] | undefined; bar: ReactNode } {
  const [params, change] = useAddress()
  const chosen = useMemo(() => parseFilterSelection(filters, params), [filters, params])
  const choose = useCallback(
    (choice: FilterSelection) =>
      change((now) => {
        const next = new URLSearchParams(now)
        for (const [id, value] of Object.entries(choice))
          value ? next.set(id, value) : next.delete(id)
        next.delete('page')
        return next
      }),
    [change],
  )

  const narrowed = useMemo(() => rows && filterRows(rows, filters, chosen), [rows, filters, chosen])

  return {
    rows: narrowed,
    bar: <FilterBar fields={filters.choices} chosen={chosen} onChoose={choose} />,
  }
}

/** A filter with its name in the query string. */
export type FilterField = {
  id: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Chosen elsewhere on the page, such as by tabs. */
  elsewhere?: boolean
}

type BarProps = {
  fields: readonly FilterField[]
  chosen: FilterSelection
  onChoose: (change: FilterSelection) => void
}

/** Renders the filters of a list: choices and a date range. */
export function FilterBar({ fields, chosen, onChoose }: BarProps) {
  const shown = fields.filter(({ elsewhere }) => !elsewhere)
  const here = Object.keys(chosen).filter(
    (id) => !fields.some((one) => one.elsewhere && one.id === id),
  )
  const cleared = Object.fromEntries(here.map((id) => [id, '']))

  return (
    <div className={styles.bar}>
      {shown.map(({ id, label, options }) => (
        <SelectField
          key={id}
          label={label}
          name={id}
          value={chosen[id] ?? ANY}
          options={[{ value: ANY, label: 'All' }, ...options]}
          onChange={({ currentTarget: { value } }) => onChoose({ [id]: value })}
        />
      ))}
      {(['from', 'to'] as const).map((id) => (
        <TextField
          key={id}
          label={id === 'from' ? 'From' : 'To'}
          name={id}
          type="date"
          value={chosen[id] ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose({ [id]: value })}
        />
      ))}
      {here.length > 0 && (
        <Button variant="ghost" className={styles.clear} onClick={() => onChoose(cleared)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
