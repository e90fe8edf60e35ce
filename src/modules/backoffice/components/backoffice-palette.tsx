import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { fileText } from '#ui/icons.ts'
import { Palette, PaletteButton } from '#ui/overlay/palette.tsx'
import type { PaletteItem } from '#ui/overlay/palette-groups.tsx'
import type { OpenerFactory } from './palette-result.tsx'
import { usePaletteCommands } from './use-palette-commands.tsx'
import { usePaletteSearch } from './use-palette-search.tsx'

const LABEL = 'Find or do something'
const MIN_LENGTH = 2

export type PalettePage = { label: string; to: string }

/** Finds commands, members, deposits, withdrawals, journal rows and pages, and opens them. */
export function BackofficePalette({ pages }: { pages: readonly PalettePage[] }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const results = usePaletteSearch(open && search.length >= MIN_LENGTH ? search : '')
  const commands = usePaletteCommands(open && search.length >= MIN_LENGTH ? search : '')
  const navigate = useNavigate()
  const createOpener = (to: string) => () => {
    setOpen(false)
    void navigate(to)
  }

  const change = (next: boolean) => {
    setOpen(next)
    if (next) setTyped('')
  }

  return (
    <>
      <PaletteButton label={LABEL} onOpen={() => change(true)} />
      <Palette
        open={open}
        onOpenChange={change}
        placeholder={LABEL}
        typed={typed}
        onType={setTyped}
        searching={results.isSearching || search !== typed.trim()}
        empty={
          'Nothing found. Enter a command such as “suspend” and a name, the beginning of a name ' +
          'or an email address, four letters of an ID, an amount, a full reference, or a journal ' +
          'number such as L-12.'
        }
        groups={[
          { title: 'Commands', items: commands(createOpener) },
          ...results.groups(createOpener),
          { title: 'Ledger', items: results.rows(createOpener) },
          { title: 'Pages', items: findPages(pages, search, createOpener) },
        ]}
      />
    </>
  )
}

const findPages = (
  pages: readonly PalettePage[],
  search: string,
  goTo: OpenerFactory,
): PaletteItem[] =>
  pages
    .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
    .map(({ label, to }) => ({ id: to, label, icon: fileText, onChoose: goTo(to) }))
