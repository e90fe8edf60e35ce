import { COUNTRIES } from '#lib/countries.ts'
import { PickMany } from '#ui/form/pick-many.tsx'
import { useHouse } from './house.tsx'

export type Countries = 'all' | readonly string[]

const names = new Intl.DisplayNames(['en'], { type: 'region' })

const OPTIONS = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((one, other) =>
  one.label.localeCompare(other.label, 'en'),
)

/** Countries as people read them. */
export function countriesText(countries: unknown): string {
  if (countries === 'all') return 'All countries'
  if (!Array.isArray(countries) || countries.length === 0) return 'None'
  return countries.map((code) => names.of(String(code)) ?? String(code)).join(', ')
}

/** What the field below submitted. */
export const countriesFrom = (submitted: string | undefined): 'all' | string[] =>
  submitted === 'all' ? 'all' : (submitted ?? '').split(' ').filter(Boolean)

/** Countries picked by name; every one at once in the sandbox alone. */
export function CountriesField({ legend, name, value }: { legend: string; name: string; value: Countries }) {
  const live = useHouse().mode === 'live'
  return (
    <PickMany
      legend={legend}
      name={name}
      options={OPTIONS}
      defaultValue={value}
      everything={live ? undefined : 'Every country'}
      find="Find a country"
      none="No country yet: nobody sees it."
      hint={live ? 'Live takes countries by name alone.' : undefined}
    />
  )
}
