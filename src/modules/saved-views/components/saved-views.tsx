import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useToastAction } from '#app-ui/use-toast-action.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { toViewQuery, type ViewList } from '../model.ts'
import { savedViewCalls } from './calls.tsx'
import { ManageViews } from './manage-views.tsx'

type Props = { list: ViewList }

/** The saved views of a list: chooses one, saves the current filters and deletes views. */
export function SavedViews({ list }: Props) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const [managing, setManaging] = useState(false)
  const { data } = useQuery(savedViewCalls.list.queryOptions({ input: { list } }))
  const query = toViewQuery(params)
  const views = data?.data ?? []
  const current = views.find((view) => view.query === query)

  const form = useToastAction(
    ({ name = '' }) => savedViewCalls.save.call({ list, name, query }),
    () => setManaging(false),
  )

  return (
    <>
      <Menu
        label={current ? `View: ${current.name}` : 'Saved views'}
        size="sm"
        items={[
          ...views.map((view) => ({
            label: view.name,
            onSelect: () => void navigate(`${pathname}?${view.query}`),
          })),
          { label: 'Save or delete views…', onSelect: () => setManaging(true) },
        ]}
      />
      {managing && (
        <ManageViews
          views={views}
          canSave={query !== '' && !current}
          form={form}
          onClose={() => setManaging(false)}
        />
      )}
    </>
  )
}
