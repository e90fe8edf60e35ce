import { useLocation, useSearchParams } from 'react-router'
import { TabLinks } from '../layout/tab-links.tsx'
import type { ChoiceField } from './filter-bar.tsx'

type Props = {
  /** The choice of a server's table that these tabs make; it has `elsewhere` set. */
  field: ChoiceField
  /** The number of rows for each value, and for `all`. */
  counts: Readonly<Record<string, number>> | undefined
}

/** Renders the views of a list by one choice, each with its count; other filters stay. */
export function ChoiceTabs({ field: { id, label, options = [] }, counts }: Props) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const chosen = options.find(({ value }) => value === params.get(id))
  const buildChoicePath = (value: string | undefined) => {
    const next = new URLSearchParams(params)
    for (const name of [id, 'page', 'open']) next.delete(name)
    if (value) next.set(id, value)
    return `${pathname}?${next}`
  }

  const tabs = [undefined, ...options].map((option) => ({
    label: option?.label ?? 'All',
    to: buildChoicePath(option?.value),
    current: option === chosen,
    count: counts?.[option?.value ?? 'all'],
  }))

  return <TabLinks label={label} tabs={tabs} />
}
